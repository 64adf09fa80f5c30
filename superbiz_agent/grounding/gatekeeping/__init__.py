"""Is every citation authentic? The gatekeeper and its rules (contract section 4)."""
