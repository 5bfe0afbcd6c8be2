"""What a member may do: each power with the least role that has it, and the scope that a key needs for it.

The one table that guards, the settings page and the tests read.
"""

from enum import StrEnum

from webui.accounts.models import Member

Role = Member.Role

LADDER = (Role.VIEWER, Role.REVIEWER, Role.MAINTAINER, Role.ADMIN)


class Scope(StrEnum):
    """What a key may be used for."""

    READ = "read"
    UPLOAD = "upload"
    DECIDE = "decide"


class Power(StrEnum):
    """Everything that a role can allow. The value is what pages and the audit trail call it."""

    READ = "read"
    UPLOAD = "upload"
    ASK = "ask"
    COMMENT = "comment"
    MASK = "mask"
    CLAIM = "claim"
    DECIDE = "decide"
    SAVE_VIEW = "save-view"
    WAIVE = "waive"
    BULK = "bulk"
    RETRY = "retry"
    HIDE_COMMENT = "hide-comment"
    SHARE_VIEW = "share-view"
    EDIT_TARGETS = "edit-targets"
    EDIT_REDACTION = "edit-redaction"
    MEMBERS = "members"
    KEYS = "keys"
    MODELS = "models"
    WEBHOOKS = "webhooks"
    RETENTION = "retention"
    HOLD = "hold"
    DELETE = "delete"
    EXPORT_AUDIT = "export-audit"


class Open(StrEnum):
    """What stands outside the teams."""

    ANYONE = "anyone"
    SIGNED_IN = "signed-in"


LEAST: dict[Power, Member.Role] = {
    Power.READ: Role.VIEWER,
    Power.SAVE_VIEW: Role.VIEWER,
    Power.UPLOAD: Role.REVIEWER,
    Power.ASK: Role.REVIEWER,
    Power.COMMENT: Role.REVIEWER,
    Power.MASK: Role.REVIEWER,
    Power.CLAIM: Role.REVIEWER,
    Power.DECIDE: Role.REVIEWER,
    Power.WAIVE: Role.MAINTAINER,
    Power.BULK: Role.MAINTAINER,
    Power.RETRY: Role.MAINTAINER,
    Power.HIDE_COMMENT: Role.MAINTAINER,
    Power.SHARE_VIEW: Role.MAINTAINER,
    Power.EDIT_TARGETS: Role.MAINTAINER,
    Power.EDIT_REDACTION: Role.MAINTAINER,
    Power.MEMBERS: Role.ADMIN,
    Power.KEYS: Role.ADMIN,
    Power.MODELS: Role.ADMIN,
    Power.WEBHOOKS: Role.ADMIN,
    Power.RETENTION: Role.ADMIN,
    Power.HOLD: Role.ADMIN,
    Power.DELETE: Role.ADMIN,
    Power.EXPORT_AUDIT: Role.ADMIN,
}
"""The least role that has each power. Source: ux 14."""

SCOPES: dict[Power, Scope] = {
    Power.READ: Scope.READ,
    Power.SAVE_VIEW: Scope.DECIDE,
    Power.UPLOAD: Scope.UPLOAD,
    Power.ASK: Scope.UPLOAD,
    Power.RETRY: Scope.UPLOAD,
    Power.COMMENT: Scope.DECIDE,
    Power.CLAIM: Scope.DECIDE,
    Power.DECIDE: Scope.DECIDE,
    Power.WAIVE: Scope.DECIDE,
    Power.BULK: Scope.DECIDE,
    Power.EXPORT_AUDIT: Scope.READ,
    # Their calls read alone: a key makes no key, and no webhook.
    Power.KEYS: Scope.READ,
    Power.WEBHOOKS: Scope.READ,
}
"""The scope that a key needs for a power; what is missing here no key can do."""

SENTENCES: dict[Power, str] = {
    Power.READ: "See captures, transcripts, runs, cases, rules, analytics",
    Power.SAVE_VIEW: "Save views of the inbox for oneself",
    Power.UPLOAD: "Upload captures and runs, read them again, cancel",
    Power.ASK: "Start QA passes",
    Power.COMMENT: "Comment",
    Power.MASK: "Report a secret that slipped through, and mask it for everyone",
    Power.CLAIM: "Claim cases",
    Power.DECIDE: "Decide on cases and facts, one at a time",
    Power.WAIVE: "Waive with scope and end date",
    Power.BULK: "Decide on many at once",
    Power.RETRY: "Retry work that failed",
    Power.HIDE_COMMENT: "Hide comments",
    Power.SHARE_VIEW: "Share views with the team",
    Power.EDIT_TARGETS: "Edit due targets, reasons and owners",
    Power.EDIT_REDACTION: "Edit redaction",
    Power.MEMBERS: "Invite and remove members, set roles",
    Power.KEYS: "Create, rotate and revoke API keys",
    Power.MODELS: "Set up models",
    Power.WEBHOOKS: "Set up webhooks",
    Power.RETENTION: "Set retention",
    Power.HOLD: "Put a case on legal hold",
    Power.DELETE: "Delete captures, runs and cases",
    Power.EXPORT_AUDIT: "Export the audit trail",
}
"""What the table of powers on the settings page says."""


def reaches(role: Member.Role, power: Power) -> bool:
    """Return whether a role has a power."""
    return LADDER.index(role) >= LADDER.index(LEAST[power])
