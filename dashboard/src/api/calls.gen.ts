// Written by `npm run openapi` from dashboard-openapi.json. Change the routes, not this file.

export type ErrorCode =
  | 'invalid_json'
  | 'missing_field'
  | 'invalid_field'
  | 'missing_request_id'
  | 'kyc_input_conflict'
  | 'kyc_input_missing'
  | 'session_missing'
  | 'session_expired'
  | 'session_ended'
  | 'sign_in_invalid'
  | 'passkey_invalid'
  | 'second_factor_required'
  | 'csrf_failed'
  | 'role_missing'
  | 'step_up_required'
  | 'sign_up_closed'
  | 'live_not_approved'
  | 'source_account_not_allowed'
  | 'customer_disabled'
  | 'account_restricted'
  | 'tier_too_low'
  | 'customer_not_found'
  | 'transaction_not_found'
  | 'otp_reference_not_found'
  | 'name_enquiry_not_found'
  | 'account_not_found'
  | 'bank_not_found'
  | 'record_not_found'
  | 'invitation_not_found'
  | 'method_not_allowed'
  | 'request_in_progress'
  | 'duplicate_customer'
  | 'nin_already_set'
  | 'check_not_retryable'
  | 'erasure_held'
  | 'erasure_refused'
  | 'account_closed'
  | 'transfer_state_invalid'
  | 'otp_already_used'
  | 'name_enquiry_already_used'
  | 'member_exists'
  | 'last_owner'
  | 'passkeys_unavailable'
  | 'second_factor_state'
  | 'sandbox_reset_meanwhile'
  | 'credential_revoked'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'header_fields_too_large'
  | 'request_id_reused'
  | 'name_mismatch'
  | 'name_partial_match'
  | 'dob_mismatch'
  | 'bvn_nin_mismatch'
  | 'face_mismatch'
  | 'document_mismatch'
  | 'document_unreadable'
  | 'no_face_detected'
  | 'beneficiary_mismatch'
  | 'otp_invalid'
  | 'otp_expired'
  | 'otp_superseded'
  | 'otp_attempts_exceeded'
  | 'otp_reference_mismatch'
  | 'password_wrong'
  | 'second_factor_invalid'
  | 'insufficient_funds'
  | 'limit_exceeded'
  | 'too_many_transfers'
  | 'invalid_amount'
  | 'blocked'
  | 'rate_limited'
  | 'otp_rate_limited'
  | 'internal_error'
  | 'provider_unavailable'
  | 'beneficiary_bank_unavailable'
  | 'live_not_configured'
  | 'service_unavailable';

/** What each call takes, and the envelope it answers with. */
export interface Calls {
  /** Whether strangers may sign up. */
  readSignUp: {
    input: unknown;
    answer: { data: {
      /** Is POST /sign-up answered? */
      open: boolean;
    } };
  };
  /** Make an organization. */
  signUp: {
    input: { body: {
      /** Its name, as members see it. */
      organization: string;
      /** As colleagues see it. */
      name: string;
      /** E-mail address; case does not count. */
      email: string;
      /** 12 to 200 characters. */
      password: string;
    } };
    answer: { data: {
      /** For X-CSRF-Token of every call that changes something, until it is replaced. */
      csrfToken: string;
      member: {
        memberId: string;
        email: string;
        name: string | null;
        /** What the member may do. */
        role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      };
      /** When the session ends at the latest; without a call it ends 30 minutes after the last one. */
      expiresAt: string;
      /** The first one of the sandbox. */
      credential: {
        clientId: string;
        /** Shown this once. */
        clientSecret: string;
      };
      /** A collection account of the sandbox, with money on it. */
      accountNumber: string;
    } };
  };
  /** Sign in. */
  signIn: {
    input: { body: {
      /** E-mail address; case does not count. */
      email: string;
      /** The password now. */
      password: string;
      /** From the authenticator app; each is good once. */
      code?: string;
      /** One of the recovery codes; each is good once. */
      recoveryCode?: string;
    } };
    answer: { data: {
      /** For X-CSRF-Token of every call that changes something, until it is replaced. */
      csrfToken: string;
      member: {
        memberId: string;
        email: string;
        name: string | null;
        /** What the member may do. */
        role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      };
      /** When the session ends at the latest; without a call it ends 30 minutes after the last one. */
      expiresAt: string;
    } };
  };
  /** Who is signed in. */
  readSession: {
    input: unknown;
    answer: { data: {
      /** For X-CSRF-Token of every call that changes something, until it is replaced. */
      csrfToken: string;
      sessionId: string;
      member: {
        memberId: string;
        email: string;
        name: string | null;
        /** What the member may do. */
        role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      };
      organization: {
        organizationId: string;
        name: string;
        liveApproved: boolean;
      };
      permissions: ('members:read' | 'members:manage' | 'credentials:read' | 'credentials:test' | 'credentials:live' | 'audit:read' | 'sandbox:reset' | 'transfers:decide' | 'operator:read' | 'operator:manage')[];
      /** What the role may do with the calls of each environment. */
      scopes: {
        test: ('customer:read' | 'customer:write' | 'customer:pii' | 'kyc:run' | 'kyc:read' | 'account:read' | 'account:write' | 'transfer:read' | 'transfer:initiate' | 'transfer:validate' | 'otp:use' | 'webhook:manage' | 'event:read' | 'event:write' | 'audit:read' | 'sandbox:control')[];
        live: ('customer:read' | 'customer:write' | 'customer:pii' | 'kyc:run' | 'kyc:read' | 'account:read' | 'account:write' | 'transfer:read' | 'transfer:initiate' | 'transfer:validate' | 'otp:use' | 'webhook:manage' | 'event:read' | 'event:write' | 'audit:read' | 'sandbox:control')[];
      };
      /** Within the last 5 minutes, so that no step-up is needed now. */
      provedLately: boolean;
      secondFactor: {
        enrolled: boolean;
        /** A secret waits for its first code. */
        pending: boolean;
        recoveryCodesLeft: number;
      };
      /** How many are enrolled: each is a proof for a step-up. */
      passkeys: number;
      /** By how much the clock of the sandbox was moved: its today is not that of live. */
      sandboxAheadSeconds: number;
    } };
  };
  /** Sign out. */
  signOut: {
    input: unknown;
    answer: { data: {
      /** How many sessions were ended. */
      ended: number;
    } };
  };
  /** Prove again who you are. */
  stepUp: {
    input: { body: {
      /** The password now. */
      password?: string;
      /** From the authenticator app; each is good once. */
      code?: string;
      /** What navigator.credentials.get() answered, as JSON. */
      passkey?: {
        id: string;
        rawId: string;
        type: 'public-key';
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string;
        };
      };
    } };
    answer: { data: {
      /** For X-CSRF-Token of every call that changes something, until it is replaced. */
      csrfToken: string;
    } };
  };
  /** Change the password. */
  changePassword: {
    input: { body: {
      /** The password now. */
      currentPassword: string;
      /** 12 to 200 characters. */
      newPassword: string;
    } };
    answer: { data: {
      /** For X-CSRF-Token of every call that changes something, until it is replaced. */
      csrfToken: string;
    } };
  };
  /** Your sessions. */
  listSessions: {
    input: unknown;
    answer: { data: {
      sessionId: string;
      current: boolean;
      device: string;
      /** Network of the address it was opened from. */
      network: string;
      /** UTC, ISO 8601. */
      createdAt: string;
      /** UTC, ISO 8601. */
      lastSeenAt: string;
      /** UTC, ISO 8601. */
      expiresAt: string;
    }[] };
  };
  /** End all your other sessions. */
  endOtherSessions: {
    input: unknown;
    answer: { data: {
      /** How many sessions were ended. */
      ended: number;
    } };
  };
  /** End one of your sessions. */
  endSession: {
    input: { path: { sessionId: string } };
    answer: { data: {
      /** How many sessions were ended. */
      ended: number;
    } };
  };
  /** Begin to enrol an authenticator app. */
  beginSecondFactor: {
    input: unknown;
    answer: { data: {
      /** Base32, to type in; shown this once. */
      secret: string;
      /** For a QR code. */
      otpauthUri: string;
    } };
  };
  /** Finish enrolling with the first code. */
  confirmSecondFactor: {
    input: { body: {
      /** From the authenticator app; each is good once. */
      code: string;
    } };
    answer: { data: {
      /** Shown this once. */
      recoveryCodes: string[];
      /** For X-CSRF-Token of every call that changes something, until it is replaced. */
      csrfToken: string;
    } };
  };
  /** Replace the recovery codes. */
  replaceRecoveryCodes: {
    input: unknown;
    answer: { data: {
      /** Shown this once. */
      recoveryCodes: string[];
    } };
  };
  /** Remove the second factor. */
  removeSecondFactor: {
    input: unknown;
    answer: { data: {
      status: 'removed';
    } };
  };
  /** A challenge for a passkey. */
  beginPasskey: {
    input: unknown;
    answer: { data: {
      /** For navigator.credentials, as JSON. */
      options: Record<string, unknown>;
    } };
  };
  /** Sign in with a passkey. */
  signInWithPasskey: {
    input: { body: {
      /** What navigator.credentials.get() answered, as JSON. */
      passkey: {
        id: string;
        rawId: string;
        type: 'public-key';
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string;
        };
      };
    } };
    answer: { data: {
      /** For X-CSRF-Token of every call that changes something, until it is replaced. */
      csrfToken: string;
      member: {
        memberId: string;
        email: string;
        name: string | null;
        /** What the member may do. */
        role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      };
      /** When the session ends at the latest; without a call it ends 30 minutes after the last one. */
      expiresAt: string;
    } };
  };
  /** Begin to enrol a passkey. */
  beginPasskeyEnrolment: {
    input: unknown;
    answer: { data: {
      /** For navigator.credentials, as JSON. */
      options: Record<string, unknown>;
    } };
  };
  /** Finish enrolling a passkey. */
  enrolPasskey: {
    input: { body: {
      /** For its owner. */
      name: string;
      /** What navigator.credentials.create() answered, as JSON. */
      response: {
        id: string;
        rawId: string;
        type: 'public-key';
        response: {
          clientDataJSON: string;
          attestationObject: string;
          transports?: string[];
        };
      };
    } };
    answer: { data: {
      passkeyId: string;
      name: string;
    } };
  };
  /** Your passkeys. */
  listPasskeys: {
    input: unknown;
    answer: { data: {
      /** Not where PUBLIC_URL names an address instead of a host: browsers bind passkeys to names. */
      available: boolean;
      passkeys: {
        passkeyId: string;
        name: string;
        createdAt: string;
        lastUsedAt: string | null;
      }[];
    } };
  };
  /** Rename a passkey. */
  renamePasskey: {
    input: { path: { passkeyId: string }; body: {
      /** For its owner. */
      name: string;
    } };
    answer: { data: {
      passkeyId: string;
      name: string;
    } };
  };
  /** Remove a passkey. */
  removePasskey: {
    input: { path: { passkeyId: string } };
    answer: { data: {
      passkeyId: string;
      status: 'removed';
    } };
  };
  /** List members. */
  listMembers: {
    input: unknown;
    answer: { data: {
      memberId: string;
      email: string;
      name: string | null;
      /** What the member may do. */
      role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      /** An authenticator app. */
      secondFactor: boolean;
      passkeys: number;
      /** UTC, ISO 8601. */
      createdAt: string;
      lastSignInAt: string | null;
    }[] };
  };
  /** Change a member's role. */
  changeMemberRole: {
    input: { path: { memberId: string }; body: {
      /** What the member may do. */
      role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
    } };
    answer: { data: {
      memberId: string;
      /** What the member may do. */
      role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
    } };
  };
  /** Remove a member. */
  removeMember: {
    input: { path: { memberId: string } };
    answer: { data: {
      memberId: string;
      status: 'removed';
    } };
  };
  /** List open invitations. */
  listInvitations: {
    input: unknown;
    answer: { data: {
      invitationId: string;
      email: string;
      /** What the member may do. */
      role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      invitedBy: string;
      /** UTC, ISO 8601. */
      createdAt: string;
      /** UTC, ISO 8601. */
      expiresAt: string;
    }[] };
  };
  /** Invite somebody. */
  invite: {
    input: { body: {
      /** E-mail address; case does not count. */
      email: string;
      /** What the member may do. */
      role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
    } };
    answer: { data: {
      invitationId: string;
      email: string;
      /** What the member may do. */
      role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      /** Shown this once; hand it to the person invited. */
      link: string;
      /** UTC, ISO 8601. */
      expiresAt: string;
    } };
  };
  /** Withdraw an invitation. */
  withdrawInvitation: {
    input: { path: { invitationId: string } };
    answer: { data: {
      invitationId: string;
      status: 'withdrawn';
    } };
  };
  /** What an invitation is to. */
  readInvitation: {
    input: { body: {
      /** What stands behind # in the link. */
      token: string;
    } };
    answer: { data: {
      organization: string;
      email: string;
      /** What the member may do. */
      role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      /** UTC, ISO 8601. */
      expiresAt: string;
    } };
  };
  /** Accept an invitation. */
  acceptInvitation: {
    input: { body: {
      /** What stands behind # in the link. */
      token: string;
      /** As colleagues see it. */
      name: string;
      /** 12 to 200 characters. */
      password: string;
    } };
    answer: { data: {
      /** For X-CSRF-Token of every call that changes something, until it is replaced. */
      csrfToken: string;
      member: {
        memberId: string;
        email: string;
        name: string | null;
        /** What the member may do. */
        role: 'owner' | 'admin' | 'developer' | 'operations' | 'compliance' | 'viewer';
      };
      /** When the session ends at the latest; without a call it ends 30 minutes after the last one. */
      expiresAt: string;
    } };
  };
  /** Read the audit log. */
  listAudit: {
    input: { query: { page: string; pageSize: string; subject?: string; action?: string; actor?: string; from?: string; to?: string; environment?: 'test' | 'live' } };
    answer: { data: {
      auditId: string;
      /** UTC, ISO 8601. */
      at: string;
      /** Member, credential, or the name of a worker. */
      actor: string;
      action: string;
      subject: string;
      details: Record<string, unknown>;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** List API credentials. */
  listCredentials: {
    input: unknown;
    answer: { data: {
      test: {
        credentialId: string;
        clientId: string;
        name: string;
        scopes: string[];
        networks: string[];
        requestsPerSecond: number;
        kycPerMinute: number;
        status: 'active' | 'revoked';
        createdAt: string;
        /** When a token was last made with it. */
        lastUsedAt: string | null;
        revokedAt: string | null;
        /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
        rotation: {
          rotatedAt: string;
          previousSecretUntil: string | null;
          previousSecretUsedAt: string | null;
        } | null;
      }[];
      live: {
        credentialId: string;
        clientId: string;
        name: string;
        scopes: string[];
        networks: string[];
        requestsPerSecond: number;
        kycPerMinute: number;
        status: 'active' | 'revoked';
        createdAt: string;
        /** When a token was last made with it. */
        lastUsedAt: string | null;
        revokedAt: string | null;
        /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
        rotation: {
          rotatedAt: string;
          previousSecretUntil: string | null;
          previousSecretUsedAt: string | null;
        } | null;
      }[];
      /** May the organization make live credentials itself? */
      liveApproved: boolean;
      /** Is this service connected to a rail and an identity provider? Live answers 503 without. */
      liveConfigured: boolean;
    } };
  };
  /** Create a test credential. */
  createTestCredential: {
    input: { body: {
      /** For people. */
      name: string;
      /** What it may do; everything but customer:pii when left out. */
      scopes?: ('customer:read' | 'customer:write' | 'customer:pii' | 'kyc:run' | 'kyc:read' | 'account:read' | 'account:write' | 'transfer:read' | 'transfer:initiate' | 'transfer:validate' | 'otp:use' | 'webhook:manage' | 'event:read' | 'event:write' | 'audit:read' | 'sandbox:control')[];
      /** Networks it may be used from; none: from everywhere. */
      networks?: string[];
    } };
    answer: { data: {
      credentialId: string;
      clientId: string;
      name: string;
      scopes: string[];
      networks: string[];
      requestsPerSecond: number;
      kycPerMinute: number;
      status: 'active' | 'revoked';
      createdAt: string;
      /** When a token was last made with it. */
      lastUsedAt: string | null;
      revokedAt: string | null;
      /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
      rotation: {
        rotatedAt: string;
        previousSecretUntil: string | null;
        previousSecretUsedAt: string | null;
      } | null;
      /** Shown this once. */
      clientSecret: string;
    } };
  };
  /** Replace the secret of a test credential. */
  rotateTestCredential: {
    input: { path: { credentialId: string }; body: {
      /** How long both secrets work; with 0 the tokens in use end too. */
      overlapHours?: number;
    } };
    answer: { data: {
      credentialId: string;
      clientId: string;
      name: string;
      scopes: string[];
      networks: string[];
      requestsPerSecond: number;
      kycPerMinute: number;
      status: 'active' | 'revoked';
      createdAt: string;
      /** When a token was last made with it. */
      lastUsedAt: string | null;
      revokedAt: string | null;
      /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
      rotation: {
        rotatedAt: string;
        previousSecretUntil: string | null;
        previousSecretUsedAt: string | null;
      } | null;
      /** Shown this once. */
      clientSecret: string;
    } };
  };
  /** Rename or limit a test credential. */
  changeTestCredential: {
    input: { path: { credentialId: string }; body: {
      /** For people. */
      name?: string;
      scopes?: ('customer:read' | 'customer:write' | 'customer:pii' | 'kyc:run' | 'kyc:read' | 'account:read' | 'account:write' | 'transfer:read' | 'transfer:initiate' | 'transfer:validate' | 'otp:use' | 'webhook:manage' | 'event:read' | 'event:write' | 'audit:read' | 'sandbox:control')[];
      /** Networks it may be used from; none: from everywhere. */
      networks?: string[];
      /** It may make twice as many at once. */
      requestsPerSecond?: number;
      /** Identity checks. */
      kycPerMinute?: number;
    } };
    answer: { data: {
      credentialId: string;
      clientId: string;
      name: string;
      scopes: string[];
      networks: string[];
      requestsPerSecond: number;
      kycPerMinute: number;
      status: 'active' | 'revoked';
      createdAt: string;
      /** When a token was last made with it. */
      lastUsedAt: string | null;
      revokedAt: string | null;
      /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
      rotation: {
        rotatedAt: string;
        previousSecretUntil: string | null;
        previousSecretUsedAt: string | null;
      } | null;
    } };
  };
  /** Revoke a test credential. */
  revokeTestCredential: {
    input: { path: { credentialId: string } };
    answer: { data: {
      credentialId: string;
      clientId: string;
      name: string;
      scopes: string[];
      networks: string[];
      requestsPerSecond: number;
      kycPerMinute: number;
      status: 'active' | 'revoked';
      createdAt: string;
      /** When a token was last made with it. */
      lastUsedAt: string | null;
      revokedAt: string | null;
      /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
      rotation: {
        rotatedAt: string;
        previousSecretUntil: string | null;
        previousSecretUsedAt: string | null;
      } | null;
    } };
  };
  /** Create a live credential. */
  createLiveCredential: {
    input: { body: {
      /** For people. */
      name: string;
      /** What it may do; everything but customer:pii when left out. */
      scopes?: ('customer:read' | 'customer:write' | 'customer:pii' | 'kyc:run' | 'kyc:read' | 'account:read' | 'account:write' | 'transfer:read' | 'transfer:initiate' | 'transfer:validate' | 'otp:use' | 'webhook:manage' | 'event:read' | 'event:write' | 'audit:read' | 'sandbox:control')[];
      /** Networks it may be used from; none: from everywhere. */
      networks?: string[];
    } };
    answer: { data: {
      credentialId: string;
      clientId: string;
      name: string;
      scopes: string[];
      networks: string[];
      requestsPerSecond: number;
      kycPerMinute: number;
      status: 'active' | 'revoked';
      createdAt: string;
      /** When a token was last made with it. */
      lastUsedAt: string | null;
      revokedAt: string | null;
      /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
      rotation: {
        rotatedAt: string;
        previousSecretUntil: string | null;
        previousSecretUsedAt: string | null;
      } | null;
      /** Shown this once. */
      clientSecret: string;
    } };
  };
  /** Replace the secret of a live credential. */
  rotateLiveCredential: {
    input: { path: { credentialId: string }; body: {
      /** How long both secrets work; with 0 the tokens in use end too. */
      overlapHours?: number;
    } };
    answer: { data: {
      credentialId: string;
      clientId: string;
      name: string;
      scopes: string[];
      networks: string[];
      requestsPerSecond: number;
      kycPerMinute: number;
      status: 'active' | 'revoked';
      createdAt: string;
      /** When a token was last made with it. */
      lastUsedAt: string | null;
      revokedAt: string | null;
      /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
      rotation: {
        rotatedAt: string;
        previousSecretUntil: string | null;
        previousSecretUsedAt: string | null;
      } | null;
      /** Shown this once. */
      clientSecret: string;
    } };
  };
  /** Rename or limit a live credential. */
  changeLiveCredential: {
    input: { path: { credentialId: string }; body: {
      /** For people. */
      name?: string;
      scopes?: ('customer:read' | 'customer:write' | 'customer:pii' | 'kyc:run' | 'kyc:read' | 'account:read' | 'account:write' | 'transfer:read' | 'transfer:initiate' | 'transfer:validate' | 'otp:use' | 'webhook:manage' | 'event:read' | 'event:write' | 'audit:read' | 'sandbox:control')[];
      /** Networks it may be used from; none: from everywhere. */
      networks?: string[];
      /** It may make twice as many at once. */
      requestsPerSecond?: number;
      /** Identity checks. */
      kycPerMinute?: number;
    } };
    answer: { data: {
      credentialId: string;
      clientId: string;
      name: string;
      scopes: string[];
      networks: string[];
      requestsPerSecond: number;
      kycPerMinute: number;
      status: 'active' | 'revoked';
      createdAt: string;
      /** When a token was last made with it. */
      lastUsedAt: string | null;
      revokedAt: string | null;
      /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
      rotation: {
        rotatedAt: string;
        previousSecretUntil: string | null;
        previousSecretUsedAt: string | null;
      } | null;
    } };
  };
  /** Revoke a live credential. */
  revokeLiveCredential: {
    input: { path: { credentialId: string } };
    answer: { data: {
      credentialId: string;
      clientId: string;
      name: string;
      scopes: string[];
      networks: string[];
      requestsPerSecond: number;
      kycPerMinute: number;
      status: 'active' | 'revoked';
      createdAt: string;
      /** When a token was last made with it. */
      lastUsedAt: string | null;
      revokedAt: string | null;
      /** Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did. */
      rotation: {
        rotatedAt: string;
        previousSecretUntil: string | null;
        previousSecretUsedAt: string | null;
      } | null;
    } };
  };
  /** Look through the log of calls. */
  searchApiCalls: {
    input: { path: { environment: 'test' | 'live' }; query?: { requestId?: string; operation?: string; outcome?: 'refused' | 'answered'; credentialId?: string; before?: string } };
    answer: { data: {
      callId: string;
      /** When its answer was sent. */
      at: string;
      requestId: string;
      operation: string;
      method: string;
      /** Below the root; <name> stands for what is not kept. */
      path: string;
      httpStatus: number;
      /** The first error code; null for a success. */
      code: string | null;
      latencyMs: number;
      credentialId: string;
    }[]; next: string | null };
  };
  /** Read a call of the log. */
  readApiCall: {
    input: { path: { environment: 'test' | 'live'; callId: string } };
    answer: { data: {
      callId: string;
      /** When its answer was sent. */
      at: string;
      requestId: string;
      operation: string;
      method: string;
      /** Below the root; <name> stands for what is not kept. */
      path: string;
      httpStatus: number;
      /** The first error code; null for a success. */
      code: string | null;
      latencyMs: number;
      credentialId: string;
      /** Redacted; null when there was none, or it was too large. */
      request: unknown;
      /** Redacted; of a refusal its codes and fields. */
      answer: unknown;
      errors: {
        code: string;
        field: string | null;
        message: string;
        fix: string;
        retryable: boolean;
      }[];
    } };
  };
  /** List the kinds of events. */
  listEventKinds: {
    input: { path: { environment: 'test' | 'live' } };
    answer: { data: {
      kind: string;
      meaning: string;
      sample: Record<string, unknown>;
    }[] };
  };
  /** Look through events. */
  searchEvents: {
    input: { path: { environment: 'test' | 'live' }; query?: { kinds?: string; from?: string; to?: string; before?: string } };
    answer: { data: {
      eventId: string;
      event: string;
      /** What it is about. */
      subject: string;
      /** Counts the news about the subject. */
      sequence: number;
      createdAt: string;
    }[]; next: string | null };
  };
  /** Read an event. */
  readEvent: {
    input: { path: { environment: 'test' | 'live'; eventId: string } };
    answer: { data: {
      eventId: string;
      event: string;
      /** What it is about. */
      subject: string;
      /** Counts the news about the subject. */
      sequence: number;
      createdAt: string;
      body: {
        event: string;
        data: Record<string, unknown>;
        id: string;
        createdAt: string;
        environment: 'sandbox' | 'live';
        apiVersion: string;
        sequence: number;
      };
      deliveries: {
        deliveryId: string;
        eventId: string;
        event: string;
        status: 'pending' | 'delivered' | 'failed';
        attempts: number;
        /** Status of the last answer; null when none came. */
        httpStatus: number | null;
        /** Class of the last trouble: blocked, dns, refused, reset, tls, timeout, http, invalid_url or endpoint_deleted. */
        error: string | null;
        latencyMs: number | null;
        /** Null when over, and while the endpoint is paused. */
        nextAttemptAt: string | null;
        deliveredAt: string | null;
        createdAt: string;
        webhookId: string;
        url: string;
      }[];
    } };
  };
  /** Read the whole of a transfer's way. */
  readTransferStory: {
    input: { path: { environment: 'test' | 'live'; transactionId: string } };
    answer: { data: {
      transfer: {
        status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
        transactionId: string;
        stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
        /** False while the result is not final. */
        conclusive: boolean;
        /** True when the same payment can be initiated anew without paying twice. */
        safeToRetry: boolean;
        /** When asking again is worth it; null when nothing will change. */
        nextCheckAt: string | null;
        /** NIP session id at the other bank. */
        sessionId: string | null;
        /** The rail's code. */
        responseCode: string | null;
        /** Why it failed or came back. */
        reason: string | null;
        amount: number;
        fee: number;
        vat: number;
        stampDuty: number;
        currency: 'NGN';
        /** When a scheduled transfer starts, at the earliest. */
        scheduledFor: string | null;
        initiatedAt: string;
        authorizedAt: string | null;
        sentAt: string | null;
        completedAt: string | null;
        reversedAt: string | null;
        /** The bulk transfer it is a payment of. */
        batchId: string | null;
        kind: 'customer' | 'collection';
        customerId: string | null;
        sourceAccountNumber: string;
        beneficiaryAccountName: string;
        beneficiaryAccountNumber: string;
        beneficiaryBankCode: string;
        narration: string;
        timeline: {
          at: string;
          step: string;
        }[];
      };
      /** The beneficiary's. */
      bank: string | null;
      /** Between two accounts here: no rail takes part. */
      onUs: boolean;
      confirmBy: string;
      enquiries: {
        sessionId: string;
        accountName: string;
        bankCode: string;
        at: string;
        expiresAt: string;
      }[];
      /** OTPs of this transfer, the oldest first. */
      codes: {
        otpReferenceId: string;
        state: 'active' | 'used' | 'superseded';
        tries: number;
        /** When it was made. */
        sentFor: string;
        expiresAt: string;
        usedAt: string | null;
        message: {
          state: 'queued' | 'sent' | 'failed';
          provider: string | null;
          sentAt: string | null;
          error: string | null;
        } | null;
      }[];
      rail: {
        name: string;
        /** Session id that every sending and question carries. */
        reference: string;
        intentAt: string;
        sendBy: string;
        /** How often its status was asked. */
        queries: number;
        /** The first and the newest, at most 40. */
        answers: {
          at: string;
          /** False: the answer to the payment itself; true: to a question about its status. */
          asked: boolean;
          /** How long the rail took; null where nobody measured. */
          tookMs: number | null;
          /** What the answer proves: success, reject, not_found or indeterminate. */
          verdict: string;
          code: string | null;
          /** Of the code. */
          meaning: string | null;
          detail: string | null;
        }[];
      } | null;
      entries: {
        entryId: string;
        at: string;
        /** pending holds; post and void resolve a hold; single moves at once. */
        kind: 'single' | 'pending' | 'post' | 'void';
        code: 'transfer' | 'fee' | 'vat' | 'duty' | 'credit' | 'return' | 'correction';
        debitAccount: string;
        creditAccount: string;
        amount: number;
      }[];
      review: {
        at: string;
        reason: string | null;
      } | null;
      votes: {
        memberId: string;
        verdict: 'success' | 'failure';
        evidence: string;
        at: string;
      }[];
      reversalVotes: {
        memberId: string;
        verdict: 'for' | 'against';
        reason: string;
        evidence: string;
        receivedSessionId: string | null;
        at: string;
      }[];
      exceptions: {
        kind: 'success_after_failure' | 'failure_after_success' | 'return_after_reversal';
        responseCode: string | null;
        at: string;
        resolvedAt: string | null;
        resolution: string | null;
        recovered: boolean | null;
      }[];
      /** What the transfer told webhooks, and where that went. */
      events: {
        eventId: string;
        kind: string;
        at: string;
        deliveries: {
          deliveryId: string;
          eventId: string;
          event: string;
          status: 'pending' | 'delivered' | 'failed';
          attempts: number;
          /** Status of the last answer; null when none came. */
          httpStatus: number | null;
          /** Class of the last trouble: blocked, dns, refused, reset, tls, timeout, http, invalid_url or endpoint_deleted. */
          error: string | null;
          latencyMs: number | null;
          /** Null when over, and while the endpoint is paused. */
          nextAttemptAt: string | null;
          deliveredAt: string | null;
          createdAt: string;
          url: string;
        }[];
      }[];
    } };
  };
  /** List what waits for people. */
  listDecisions: {
    input: { path: { environment: 'test' | 'live' } };
    answer: { data: {
      /** Transfers in review, the oldest first, at most 100. */
      reviews: {
        transactionId: string;
        amount: number;
        authorizedAt: string;
        beneficiaryAccountNumber: string;
        beneficiaryBankCode: string;
        lastAnswer: {
          at: string | null;
          verdict: string;
          code: string | null;
          meaning: string | null;
          detail: string | null;
        } | null;
        forSuccess: number;
        forFailure: number;
      }[];
      /** Transfers that arrived and that somebody wants taken back. */
      reversals: {
        transactionId: string;
        amount: number;
        beneficiaryAccountNumber: string;
        beneficiaryBankCode: string;
        inFavour: number;
        against: number;
        reason: string;
      }[];
      /** Late news that contradicts a final state. */
      exceptions: {
        transactionId: string;
        kind: 'success_after_failure' | 'failure_after_success' | 'return_after_reversal';
        amount: number;
        responseCode: string | null;
        at: string;
        recovered: number;
        notRecovered: number;
      }[];
    } };
  };
  /** Say whether a transfer in review arrived. */
  voteOnReview: {
    input: { path: { environment: 'test' | 'live'; transactionId: string }; body: {
      verdict: 'success' | 'failure';
      /** What the member saw; kept in the audit log. */
      evidence: string;
    } };
    answer: { data: {
      outcome: 'waiting' | 'opposed' | 'decided' | 'refused' | 'reversed' | 'uncovered' | 'overtaken';
      /** How many have voted. */
      votes: number;
    } };
  };
  /** Say whether a transfer that arrived is taken back. */
  voteOnReversal: {
    input: { path: { environment: 'test' | 'live'; transactionId: string }; body: {
      verdict: 'for' | 'against';
      /** Why; kept in the audit log. */
      reason: string;
      /** What the member saw; kept in the audit log. */
      evidence: string;
      /** Under which the other bank's money came back. */
      receivedSessionId?: string | null;
    } };
    answer: { data: {
      outcome: 'waiting' | 'opposed' | 'decided' | 'refused' | 'reversed' | 'uncovered' | 'overtaken';
      /** How many have voted. */
      votes: number;
    } };
  };
  /** Say what an exception was. */
  voteOnException: {
    input: { path: { environment: 'test' | 'live'; transactionId: string }; body: {
      kind: 'success_after_failure' | 'failure_after_success' | 'return_after_reversal';
      /** Has the other side put it right? */
      recovered: boolean;
      /** What the member saw; kept in the audit log. */
      evidence: string;
    } };
    answer: { data: {
      outcome: 'waiting' | 'opposed' | 'decided' | 'refused' | 'reversed' | 'uncovered' | 'overtaken';
      /** How many have voted. */
      votes: number;
    } };
  };
  /** Read an account's liens and own limits. */
  readAccountKeeping: {
    input: { path: { environment: 'test' | 'live'; accountNumber: string } };
    answer: { data: {
      /** Those in force, the newest first, at most 100. */
      liens: {
        lienId: string;
        amount: number;
        reason: string;
        /** Credential or member. */
        actor: string;
        at: string;
      }[];
      /** Own limits of the account, in naira; null: none were ever set. */
      limits: {
        perTransfer: number | null;
        perDay: number | null;
        perDayTransfers: number | null;
        reason: string;
        actor: string;
        at: string;
      } | null;
    } };
  };
  /** Read an environment's figures and what waits for people. */
  readHome: {
    input: { path: { environment: 'test' | 'live' }; query?: { days?: '14' | '30' | '90' } };
    answer: { data: {
      /** There has been a transfer or an identity check. */
      started: boolean;
      /** UTC, ISO 8601; figures by day are kept for a minute. */
      asOf: string;
      transfers: {
        completed: number;
        failed: number;
        /** Naira that arrived. */
        value: number;
        /** Seconds from confirmation, or from the time it was scheduled for, to the end; at most a tenth off. */
        p50Seconds: number | null;
        /** Seconds from confirmation, or from the time it was scheduled for, to the end; at most a tenth off. */
        p95Seconds: number | null;
        /** The oldest first. */
        days: {
          /** YYYY-MM-DD, of Lagos, on which the transfer came to its end. */
          day: string;
          completed: number;
          failed: number;
          /** Naira that arrived. */
          value: number;
          /** Seconds from confirmation, or from the time it was scheduled for, to the end; at most a tenth off. */
          p50Seconds: number | null;
          /** Seconds from confirmation, or from the time it was scheduled for, to the end; at most a tenth off. */
          p95Seconds: number | null;
        }[];
      };
      /** Null: the role does not see checks. */
      checks: {
        days: {
          day: string;
          passed: number;
          refused: number;
        }[];
        kinds: {
          kind: string;
          passed: number;
          refused: number;
          review: number;
          /** By a provider's trouble. */
          undecided: number;
        }[];
      } | null;
      /** Null: the role does not see webhooks. */
      webhooks: {
        endpoints: number;
        paused: number;
        failing: number;
      } | null;
      /** What needs a person. Undecided checks and failed deliveries are those of the last seven days. */
      waiting: {
        /** Counted up to 1,000; null: the role does not see it. */
        checksInReview: number | null;
        /** Counted up to 1,000; null: the role does not see it. */
        undecidedChecks: number | null;
        /** Counted up to 1,000; null: the role does not see it. */
        transfersInReview: number | null;
        /** Counted up to 1,000; null: the role does not see it. */
        railExceptions: number | null;
        /** Counted up to 1,000; null: the role does not see it. */
        failedDeliveries: number | null;
      };
    } };
  };
  /** Find a customer by BVN or NIN. */
  findCustomerByNumber: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** A BVN or a NIN. */
      number: string;
    } };
    answer: { data: {
      /** People with this number; usually one or none. */
      customerIds: string[];
    } };
  };
  /** Read what was done to a customer. */
  listCustomerHistory: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; query: { page: string; pageSize: string } };
    answer: { data: {
      id: string;
      /** UTC, ISO 8601. */
      at: string;
      action: 'customer.status_changed' | 'customer.updated' | 'customer.person_added' | 'customer.person_removed' | 'limits.set' | 'customer.hold_placed' | 'customer.hold_lifted' | 'customer.erased';
      /** Member, credential, or `operator`. */
      actor: string;
      /** Of a member: name, or e-mail address without one. */
      actorName: string | null;
      /** Of `customer.status_changed`: the status from then on. */
      status: 'Active' | 'Inactive' | null;
      reason: string | null;
      /** Of `customer.updated`: what was changed. */
      fields: string[];
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** List the identity checks that wait for people. */
  listKycReviews: {
    input: { path: { environment: 'test' | 'live' } };
    answer: { data: {
      /** So many members must say the same. */
      needed: number;
      /** The oldest first, at most 200. */
      checks: {
        checkId: string;
        kind: string;
        customerId: string | null;
        /** 0 to 100. */
        score: number | null;
        threshold: number | null;
        hasPictures: boolean;
        /** UTC, ISO 8601. */
        createdAt: string;
        forPass: number;
        forFail: number;
        /** How this member voted. */
        mine: 'pass' | 'fail' | null;
      }[];
    } };
  };
  /** See the pictures of a check in review. */
  readReviewPictures: {
    input: { path: { environment: 'test' | 'live'; checkId: string } };
    answer: { data: {
      pictures: {
        /** document, selfie, livePicture or registryPhoto. */
        name: string;
        mediaType: string;
        base64: string;
      }[];
    } };
  };
  /** Say whether a check in review passes. */
  decideKycReview: {
    input: { path: { environment: 'test' | 'live'; checkId: string }; body: {
      verdict: 'pass' | 'fail';
      /** Why; kept with the vote and in the audit log. */
      reason: string;
    } };
    answer: { data: {
      /** `waiting`: another member must say the same. */
      outcome: 'waiting' | 'decided';
      state: 'pending' | 'passed' | 'failed';
    } };
  };
  /** List all organizations. */
  listOrganizations: {
    input: { query: { page: string; pageSize: string; search?: string } };
    answer: { data: {
      organizationId: string;
      name: string;
      /** UTC, ISO 8601. */
      createdAt: string;
      /** Since when it makes live credentials itself; null: not approved. */
      liveApprovedAt: string | null;
      members: number;
      /** Those that work. */
      credentials: {
        test: number;
        live: number;
      };
      volume: {
        test: {
          /** Initiated in the last 30 days. */
          transfers: number;
          /** Of these, completed. */
          completed: number;
          /** Naira of the completed ones. */
          completedAmount: number;
        };
        live: {
          /** Initiated in the last 30 days. */
          transfers: number;
          /** Of these, completed. */
          completed: number;
          /** Naira of the completed ones. */
          completedAmount: number;
        };
      };
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Read an organization. */
  readOrganization: {
    input: { path: { organizationId: string } };
    answer: { data: {
      organizationId: string;
      name: string;
      /** UTC, ISO 8601. */
      createdAt: string;
      /** Since when it makes live credentials itself; null: not approved. */
      liveApprovedAt: string | null;
      members: number;
      /** Those that work. */
      credentials: {
        test: number;
        live: number;
      };
      volume: {
        test: {
          /** Initiated in the last 30 days. */
          transfers: number;
          /** Of these, completed. */
          completed: number;
          /** Naira of the completed ones. */
          completedAmount: number;
        };
        live: {
          /** Initiated in the last 30 days. */
          transfers: number;
          /** Of these, completed. */
          completed: number;
          /** Naira of the completed ones. */
          completedAmount: number;
        };
      };
      people: {
        memberId: string;
        email: string;
        name: string | null;
        role: string;
        secondFactor: boolean;
        passkeys: number;
        lastSignInAt: string | null;
      }[];
      /** Approvals for live and their withdrawals, the latest first. */
      approvals: {
        /** UTC, ISO 8601. */
        at: string;
        action: string;
        actor: string;
        reason: string | null;
      }[];
    } };
  };
  /** Approve an organization for live. */
  approveOrganization: {
    input: { path: { organizationId: string }; body: {
      /** Stands in the audit log of the organization, where its people read it. */
      reason: string;
    } };
    answer: { data: {
      organizationId: string;
      liveApprovedAt: string | null;
    } };
  };
  /** Withdraw an approval for live. */
  withdrawOrganization: {
    input: { path: { organizationId: string }; body: {
      /** Stands in the audit log of the organization, where its people read it. */
      reason: string;
    } };
    answer: { data: {
      organizationId: string;
      liveApprovedAt: string | null;
    } };
  };
  /** How rails and identity providers are. */
  readHealth: {
    input: unknown;
    answer: { data: {
      environments: {
        /** `test` is the sandbox. */
        environment: 'test' | 'live';
        configured: boolean;
        rail: string | null;
        identity: string | null;
        /** Since the rail gave its last good list of banks; null: it gave none. */
        institutionsAgeSeconds: number | null;
        /** Confirmed transfers that are not over, by age. */
        pending: {
          olderThan: string;
          transfers: number;
        }[];
      }[];
      /** As this process has found them. */
      identityProviders: {
        provider: string;
        question: string;
        /** `closed`: asked; `open`: rests after repeated trouble; `half_open`: one question tries it. */
        state: 'closed' | 'half_open' | 'open';
      }[];
    } };
  };
  /** Transfers that take too long. */
  listLateTransfers: {
    input: unknown;
    answer: { data: {
      organizationId: string;
      organization: string;
      /** `test` is the sandbox. */
      environment: 'test' | 'live';
      transactionId: string;
      state: string;
      /** Naira. */
      amount: number;
      /** UTC, ISO 8601. */
      confirmedAt: string;
      ageSeconds: number;
      /** The latest deadline it has passed. */
      past: '60s' | '4m' | '10m' | '23h';
      onUs: boolean;
    }[] };
  };
  /** Limits and charges. */
  readPolicies: {
    input: unknown;
    answer: { data: {
      /** Those of the policy file, the latest first. */
      policies: {
        version: string;
        /** First Lagos day, YYYY-MM-DD. */
        from: string;
        inForce: boolean;
        source: string;
        tiers: {
          '1': {
            /** Naira; null: no limit. */
            perTransfer: number | null;
            /** Naira; null: no limit. */
            perDay: number | null;
            perDayTransfers: number | null;
            /** Naira; null: no limit. */
            maxBalance: number | null;
          };
          '2': {
            /** Naira; null: no limit. */
            perTransfer: number | null;
            /** Naira; null: no limit. */
            perDay: number | null;
            perDayTransfers: number | null;
            /** Naira; null: no limit. */
            maxBalance: number | null;
          };
          '3': {
            /** Naira; null: no limit. */
            perTransfer: number | null;
            /** Naira; null: no limit. */
            perDay: number | null;
            perDayTransfers: number | null;
            /** Naira; null: no limit. */
            maxBalance: number | null;
          };
        };
        collection: {
          /** Naira; null: no limit. */
          perTransfer: number | null;
          /** Naira; null: no limit. */
          perDay: number | null;
          perDayTransfers: number | null;
          /** Naira; null: no limit. */
          maxBalance: number | null;
        };
        railPerTransfer: number;
        /** Naira; null: no limit. */
        newBeneficiaryPerTransfer: number | null;
        tier2NeedsNin: boolean;
      }[];
      /** What a transfer to another bank costs its sender, the latest first. */
      charges: {
        from: string;
        inForce: boolean;
        feeBands: {
          /** Naira; null: no limit. */
          upTo: number | null;
          fee: number;
        }[];
        vatPercent: number;
        senderDuty: {
          fromAmount: number;
          duty: number;
        } | null;
      }[];
      /** Customers and accounts with limits below the policy's, the latest 200. */
      ownLimits: {
        organizationId: string;
        organization: string;
        /** `test` is the sandbox. */
        environment: 'test' | 'live';
        /** `customer:` or `account:` and its number. */
        subject: string;
        /** Naira; null: no limit. */
        perTransfer: number | null;
        /** Naira; null: no limit. */
        perDay: number | null;
        perDayTransfers: number | null;
        reason: string;
        /** UTC, ISO 8601. */
        since: string;
      }[];
    } };
  };
  /** Search the audit logs of all organizations. */
  searchAudit: {
    input: { query?: { organizationId?: string; actor?: string; action?: string; subject?: string; from?: string; before?: string } };
    answer: { data: {
      entries: {
        auditId: string;
        /** UTC, ISO 8601. */
        at: string;
        organizationId: string;
        organization: string;
        /** `test` is the sandbox. */
        environment: 'test' | 'live';
        actor: string;
        action: string;
        subject: string;
        details: Record<string, unknown>;
      }[];
      /** For `before` of the page that follows; null: there is none. */
      next: string | null;
    } };
  };
  /** The last check of the books. */
  readBooksCheck: {
    input: unknown;
    answer: { data: {
      /** This process can check. */
      available: boolean;
      last: {
        checkId: string;
        state: 'running' | 'done' | 'failed';
        startedBy: string;
        /** UTC, ISO 8601. */
        startedAt: string;
        finishedAt: string | null;
        differences: number | null;
        /** The first 100 differences. */
        lines: string[];
      } | null;
    } };
  };
  /** Check the books. */
  startBooksCheck: {
    input: unknown;
    answer: { data: {
      checkId: string;
    } };
  };
  /** Create an individual profile. */
  createIndividualCustomer: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** First name. */
      firstName: unknown & unknown;
      /** Last name; read back as `surname`. */
      lastName: unknown & unknown;
      /** Other name. Empty text is the same as none. */
      otherName?: string;
      /** E-mail address. Empty text is the same as none. */
      email?: string;
      /** Nigerian mobile number in any form; read back as +234 and ten digits. OTPs go here. */
      phone: string;
      /** Form of address. Empty text is the same as none. */
      salutation?: string;
      /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
      gender?: string;
      /** YYYY-MM-DD, or a date-time whose time does not count. At least 18 years ago. */
      dateOfBirth: string;
      /** Bank verification number, 11 digits. */
      bvn: string;
      /** National identification number. With it the profile starts at Tier 2. Empty text is the same as none. */
      nin?: string;
      /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
      nationality?: string;
      /** Where the customer lives. */
      address?: {
        /** Address in one line. Empty text is the same as none. */
        address?: string;
        /** Street and house number. Empty text is the same as none. */
        street?: string;
        /** Local government area. Empty text is the same as none. */
        localGovernment?: string;
        /** City. Empty text is the same as none. */
        city?: string;
        /** Country. Empty text is the same as none. */
        country?: string;
      };
      /** Whom to turn to. */
      nextOfKin?: {
        /** First name; read back as `firstname`. Empty text is the same as none. */
        firstName?: string;
        /** Last name. Empty text is the same as none. */
        lastName?: string;
        /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
        gender?: string;
        /** E-mail address. Empty text is the same as none. */
        email?: string;
        /** Nigerian number in any form, or an international one that starts with +. Empty text is the same as none. */
        phone?: string;
        /** How the two are related. Empty text is the same as none. */
        relationship?: string;
        /** Address in one line. Empty text is the same as none. */
        address?: string;
        /** Street and house number. Empty text is the same as none. */
        street?: string;
        /** Local government area. Empty text is the same as none. */
        localGovernment?: string;
        /** City. Empty text is the same as none. */
        city?: string;
        /** Country. Empty text is the same as none. */
        country?: string;
      };
    } };
    answer: { data: {
      /** Numeric text, 10 digits. */
      customerId: string;
    }; statuscode: '00' };
  };
  /** Change contact and address. */
  updateCustomer: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; body: {
      /** E-mail address. Empty text is the same as none. */
      email?: string;
      /** Nigerian mobile number in any form. From now on OTPs go here. */
      phone?: string;
      /** Form of address. Empty text is the same as none. */
      salutation?: string;
      /** Replaces the whole address. */
      address?: {
        /** Address in one line. Empty text is the same as none. */
        address?: string;
        /** Street and house number. Empty text is the same as none. */
        street?: string;
        /** Local government area. Empty text is the same as none. */
        localGovernment?: string;
        /** City. Empty text is the same as none. */
        city?: string;
        /** Country. Empty text is the same as none. */
        country?: string;
      };
      /** Replaces the next of kin as a whole. Of people only. */
      nextOfKin?: {
        /** First name; read back as `firstname`. Empty text is the same as none. */
        firstName?: string;
        /** Last name. Empty text is the same as none. */
        lastName?: string;
        /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
        gender?: string;
        /** E-mail address. Empty text is the same as none. */
        email?: string;
        /** Nigerian number in any form, or an international one that starts with +. Empty text is the same as none. */
        phone?: string;
        /** How the two are related. Empty text is the same as none. */
        relationship?: string;
        /** Address in one line. Empty text is the same as none. */
        address?: string;
        /** Street and house number. Empty text is the same as none. */
        street?: string;
        /** Local government area. Empty text is the same as none. */
        localGovernment?: string;
        /** City. Empty text is the same as none. */
        city?: string;
        /** Country. Empty text is the same as none. */
        country?: string;
      };
      /** Locked: it comes from the registry. Sending it is refused. */
      firstName?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      lastName?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      surname?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      otherName?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      businessName?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      dateOfBirth?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      gender?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      bvn?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      nin?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      rcNumber?: unknown;
      /** Locked: it comes from the registry. Sending it is refused. */
      taxId?: unknown;
    } };
    answer: { data: {
      customerId: string;
      /** What differs from before. */
      changed: ('email' | 'phone' | 'salutation' | 'address' | 'nextOfKin')[];
    } };
  };
  /** Enable or disable a profile. */
  setCustomerStatus: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; body: {
      /** true enables the profile, false disables it. */
      status: boolean;
      /** Why; kept in the audit log. */
      reason: string;
    } };
    answer: { data: Record<string, never> };
  };
  /** Read a profile. */
  readCustomer: {
    input: { path: { environment: 'test' | 'live'; customerId: string } };
    answer: { data: {
      customerId: string;
      firstName: string;
      otherName: string | null;
      surname: string;
      email: string | null;
      /** +234 and ten digits. */
      phone: string;
      salutation: string | null;
      /** Male, Female or null. */
      gender: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfBirth: string;
      /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
      bvn: string;
      /** ISO 3166 alpha-3. */
      nationality: string | null;
      classType: 'INDIVIDUAL' | 'BUSINESS';
      status: 'Active' | 'Inactive';
      /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
      kycTier: string;
      requirements: {
        /** What the present tier asks for and is missing. */
        currentlyDue: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** Each of these adds a tier; empty at Tier 3. */
        dueForNextTier: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** What was tried last and did not pass. */
        rejected: {
          requirement: 'nin' | 'livePicture';
          /** Outcome of the newest check, as in GET /kyc/checks. */
          reason: string;
          checkId: string;
          /** ISO 8601, UTC. */
          at: string;
        }[];
      };
      /** ISO 8601, UTC, with fractional seconds. */
      dateAdded: string;
      /** Masked in the same way as the BVN; null while none was verified. */
      nin: string | null;
      /** What was not given is null. */
      address: {
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
      /** What was not given is null. */
      nextOfKin: {
        firstname: string | null;
        lastName: string | null;
        gender: string | null;
        email: string | null;
        phone: string | null;
        relationship: string | null;
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
    } | {
      customerId: string;
      /** The same as customerId. */
      customerNumber: string;
      firstName: string;
      otherName: string | null;
      surname: string;
      email: string | null;
      /** +234 and ten digits. */
      phone: string;
      salutation: string | null;
      /** Male, Female or null. */
      gender: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfBirth: string;
      /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
      bvn: string;
      /** ISO 3166 alpha-3. */
      nationality: string | null;
      classType: 'INDIVIDUAL' | 'BUSINESS';
      status: 'Active' | 'Inactive';
      /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
      kycTier: string;
      requirements: {
        /** What the present tier asks for and is missing. */
        currentlyDue: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** Each of these adds a tier; empty at Tier 3. */
        dueForNextTier: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** What was tried last and did not pass. */
        rejected: {
          requirement: 'nin' | 'livePicture';
          /** Outcome of the newest check, as in GET /kyc/checks. */
          reason: string;
          checkId: string;
          /** ISO 8601, UTC. */
          at: string;
        }[];
      };
      /** ISO 8601, UTC, with fractional seconds. */
      dateAdded: string;
      businessName: string;
      sectorT24Code: string | null;
      industryT24Code: string | null;
      countryOfResidence: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfIncorporation: string;
      taxId: string;
      stateOfResidence: string | null;
      stateOfRegistration: string | null;
      rcNumber: string;
      /** Of the first director, like the other director fields. */
      directorFullName: string;
      directorBvn: string;
      directorIdDocumentType: string | null;
      directorIdDocumentNumber: string | null;
      directorPoliticalAffiliationRelationship: string | null;
      /** Of the first shareholder, like the other shareholder fields; null without one. */
      shareholderShareholderBvn: string | null;
      shareholderPercentShareholder: string | null;
      shareholderIdDocumentType: string | null;
      shareholderIdDocumentNumber: string | null;
      shareholderPoliticalAffiliationRelationship: string | null;
      customerRole: string | null;
      /** What was not given is null. */
      address: {
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
      /** All of them; numbers are masked in the same way. */
      directors: {
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
      }[];
      shareholders: {
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
        percentShareholder: string;
      }[];
    } };
  };
  /** Create a business profile. */
  createBusinessCustomer: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** Name as registered. Case, punctuation and a legal form at the end (Limited, PLC) do not count. */
      businessName: unknown & unknown;
      /** Registration number, such as RC123456; BN, IT and LP numbers too. One company has one profile. */
      rcNumber: string;
      /** Tax identification number: 12345678-0001, 10 digits or 13 digits. */
      taxId: string;
      /** Sector. A code of the bank's own tables, 1 to 6 digits. Empty text is the same as none. */
      sectorT24Code?: string;
      /** Industry. A code of the bank's own tables, 1 to 6 digits. Empty text is the same as none. */
      industryT24Code?: string;
      /** YYYY-MM-DD, or a date-time whose time does not count. Not in the future. */
      dateOfIncorporation: string;
      /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
      countryOfResidence?: string;
      /** State where the company is. Empty text is the same as none. */
      stateOfResidence?: string;
      /** State where it was registered. Empty text is the same as none. */
      stateOfRegistration?: string;
      /** E-mail address. Empty text is the same as none. */
      email?: string;
      /** Nigerian mobile number in any form; read back as +234 and ten digits. OTPs for the company's accounts go here. */
      phone: string;
      /** Where the company is. */
      address?: {
        /** Address in one line. Empty text is the same as none. */
        address?: string;
        /** Street and house number. Empty text is the same as none. */
        street?: string;
        /** Local government area. Empty text is the same as none. */
        localGovernment?: string;
        /** City. Empty text is the same as none. */
        city?: string;
        /** Country. Empty text is the same as none. */
        country?: string;
      };
      /** The first one is the company's contact: its names stand in the flat fields, and its face can raise the tier. */
      directors: {
        /** First name. */
        firstName: unknown & unknown;
        /** Last name. */
        lastName: unknown & unknown;
        /** Other name. Empty text is the same as none. */
        otherName?: string;
        /** Bank verification number, 11 digits. */
        bvn: string;
        /** YYYY-MM-DD, or a date-time whose time does not count. */
        dateOfBirth: string;
        /** Form of address. Empty text is the same as none. */
        salutation?: string;
        /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
        gender?: string;
        /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
        nationality?: string;
        /** Kind of identity document, such as IP (international passport) or DR (driver's licence). Empty text is the same as none. */
        idDocumentType?: string;
        /** Number of the document; masked like the BVN when read back. Empty text is the same as none. */
        idDocumentNumber?: string;
        /** How the person is connected with a politically exposed person, if at all. Empty text is the same as none. */
        politicalAffiliationRelationship?: string;
      }[];
      /** People who hold shares. Those who hold less than 5 % may be left out. */
      shareholders?: {
        /** First name. */
        firstName: unknown & unknown;
        /** Last name. */
        lastName: unknown & unknown;
        /** Other name. Empty text is the same as none. */
        otherName?: string;
        /** Bank verification number, 11 digits. */
        bvn: string;
        /** YYYY-MM-DD, or a date-time whose time does not count. */
        dateOfBirth: string;
        /** Form of address. Empty text is the same as none. */
        salutation?: string;
        /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
        gender?: string;
        /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
        nationality?: string;
        /** Kind of identity document, such as IP (international passport) or DR (driver's licence). Empty text is the same as none. */
        idDocumentType?: string;
        /** Number of the document; masked like the BVN when read back. Empty text is the same as none. */
        idDocumentNumber?: string;
        /** How the person is connected with a politically exposed person, if at all. Empty text is the same as none. */
        politicalAffiliationRelationship?: string;
        /** Share in percent, above 0, at most 100, with at most 4 decimals; a number or a decimal string. All together at most 100. */
        percentShareholder: number | string;
      }[];
    } };
    answer: { data: {
      /** Numeric text, 10 digits. */
      customerId: string;
      /** The same, under the name of the list. */
      customerNumber: string;
    }; statuscode: '00' };
  };
  /** Add a director. */
  addDirector: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; body: {
      /** First name. */
      firstName: unknown & unknown;
      /** Last name. */
      lastName: unknown & unknown;
      /** Other name. Empty text is the same as none. */
      otherName?: string;
      /** Bank verification number, 11 digits. */
      bvn: string;
      /** YYYY-MM-DD, or a date-time whose time does not count. */
      dateOfBirth: string;
      /** Form of address. Empty text is the same as none. */
      salutation?: string;
      /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
      gender?: string;
      /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
      nationality?: string;
      /** Kind of identity document, such as IP (international passport) or DR (driver's licence). Empty text is the same as none. */
      idDocumentType?: string;
      /** Number of the document; masked like the BVN when read back. Empty text is the same as none. */
      idDocumentNumber?: string;
      /** How the person is connected with a politically exposed person, if at all. Empty text is the same as none. */
      politicalAffiliationRelationship?: string;
    } };
    answer: { data: {
      /** Names the person in this list of this company. */
      personId: string;
      role: 'director' | 'shareholder';
      /** Of the company, from now on. */
      kycTier: string;
    } };
  };
  /** Add a shareholder. */
  addShareholder: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; body: {
      /** First name. */
      firstName: unknown & unknown;
      /** Last name. */
      lastName: unknown & unknown;
      /** Other name. Empty text is the same as none. */
      otherName?: string;
      /** Bank verification number, 11 digits. */
      bvn: string;
      /** YYYY-MM-DD, or a date-time whose time does not count. */
      dateOfBirth: string;
      /** Form of address. Empty text is the same as none. */
      salutation?: string;
      /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
      gender?: string;
      /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
      nationality?: string;
      /** Kind of identity document, such as IP (international passport) or DR (driver's licence). Empty text is the same as none. */
      idDocumentType?: string;
      /** Number of the document; masked like the BVN when read back. Empty text is the same as none. */
      idDocumentNumber?: string;
      /** How the person is connected with a politically exposed person, if at all. Empty text is the same as none. */
      politicalAffiliationRelationship?: string;
      /** Share in percent, above 0, at most 100, with at most 4 decimals; a number or a decimal string. All together at most 100. */
      percentShareholder: number | string;
    } };
    answer: { data: {
      /** Names the person in this list of this company. */
      personId: string;
      role: 'director' | 'shareholder';
      /** Of the company, from now on. */
      kycTier: string;
    } };
  };
  /** Read a company's people. */
  readCompanyPeople: {
    input: { path: { environment: 'test' | 'live'; customerId: string } };
    answer: { data: {
      /** The first one is the company's contact. */
      directors: {
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
        /** Names the person in this list of this company. */
        personId: string;
      }[];
      shareholders: {
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
        percentShareholder: string;
        /** Names the person in this list of this company. */
        personId: string;
      }[];
      /** The last removed first, 200 at most. */
      former: {
        role: 'director' | 'shareholder';
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
        percentShareholder: string | null;
        removedAt: string;
        reason: string;
        /** Names the person in this list of this company. */
        personId: string;
      }[];
    } };
  };
  /** Remove a director or shareholder. */
  removeCompanyPerson: {
    input: { path: { environment: 'test' | 'live'; customerId: string; personId: string }; query: { reason: string } };
    answer: { data: {
      /** Names the person in this list of this company. */
      personId: string;
      role: 'director' | 'shareholder';
      /** Of the company, from now on. */
      kycTier: string;
    } };
  };
  /** Raise a customer's KYC tier. */
  raiseCustomerTier: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; body: {
      /** National identification number, 11 digits. Exactly one of nin and livePicture. */
      nin?: string;
      /** Picture of the customer, JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. Exactly one of nin and livePicture. */
      livePicture?: string;
    } };
    answer: { data: {
      customerId: string;
      /** The tier now: 1, 2 or 3. */
      kycTier: string;
    } };
  };
  /** Try an identity check again. */
  retryKycCheck: {
    input: { path: { environment: 'test' | 'live'; checkId: string }; body: {
      /** Bank verification number, 11 digits. */
      bvn?: string;
      /** National identification number, 11 digits. */
      nin?: string;
      /** First name. */
      firstName?: unknown & unknown;
      /** Last name. */
      lastName?: unknown & unknown;
      /** Other name; empty text is the same as none. */
      otherName?: unknown & unknown | '';
      /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
      dob?: string;
      /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
      dateOfBirth?: string;
      /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
      customerId?: string;
      /** DR: driver's licence. IP: international passport. */
      docType?: 'DR' | 'IP';
      /** Picture of the document. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
      docImage?: string;
      /** Number of the document. */
      documentNumber?: string;
      /** Picture of the holder; when it is sent, it is compared with the photo on the document. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
      selfieImage?: string;
      /** The number to look up: of the kind that `channel` names. */
      number?: string;
      /** What kind of number `number` is: TIN (tax number), CAC (company registration number) or PHONE; any case. */
      channel?: string;
      /** Of a customer's face check: a new picture of the customer. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
      livePicture?: string;
    } };
    answer: { data: {
      /** Of a customer's check. */
      customerId?: string;
      /** Of a customer's check: the tier now. */
      kycTier?: string;
    } };
  };
  /** List profiles. */
  listCustomers: {
    input: { path: { environment: 'test' | 'live' }; query?: { page?: string; pageSize?: string; status?: 'Active' | 'Inactive'; classType?: 'INDIVIDUAL' | 'BUSINESS'; kycTier?: '1' | '2' | '3'; search?: string; createdFrom?: string; createdTo?: string } };
    answer: { data: ({
      customerId: string;
      firstName: string;
      otherName: string | null;
      surname: string;
      email: string | null;
      /** +234 and ten digits. */
      phone: string;
      salutation: string | null;
      /** Male, Female or null. */
      gender: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfBirth: string;
      /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
      bvn: string;
      /** ISO 3166 alpha-3. */
      nationality: string | null;
      classType: 'INDIVIDUAL' | 'BUSINESS';
      status: 'Active' | 'Inactive';
      /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
      kycTier: string;
      requirements: {
        /** What the present tier asks for and is missing. */
        currentlyDue: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** Each of these adds a tier; empty at Tier 3. */
        dueForNextTier: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** What was tried last and did not pass. */
        rejected: {
          requirement: 'nin' | 'livePicture';
          /** Outcome of the newest check, as in GET /kyc/checks. */
          reason: string;
          checkId: string;
          /** ISO 8601, UTC. */
          at: string;
        }[];
      };
      /** ISO 8601, UTC, with fractional seconds. */
      dateAdded: string;
      /** Masked in the same way as the BVN; null while none was verified. */
      nin: string | null;
      /** What was not given is null. */
      address: {
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
      /** What was not given is null. */
      nextOfKin: {
        firstname: string | null;
        lastName: string | null;
        gender: string | null;
        email: string | null;
        phone: string | null;
        relationship: string | null;
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
    } | {
      customerNumber: string;
      firstName: string;
      otherName: string | null;
      surname: string;
      email: string | null;
      /** +234 and ten digits. */
      phone: string;
      salutation: string | null;
      /** Male, Female or null. */
      gender: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfBirth: string;
      /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
      bvn: string;
      /** ISO 3166 alpha-3. */
      nationality: string | null;
      classType: 'INDIVIDUAL' | 'BUSINESS';
      status: 'Active' | 'Inactive';
      /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
      kycTier: string;
      requirements: {
        /** What the present tier asks for and is missing. */
        currentlyDue: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** Each of these adds a tier; empty at Tier 3. */
        dueForNextTier: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** What was tried last and did not pass. */
        rejected: {
          requirement: 'nin' | 'livePicture';
          /** Outcome of the newest check, as in GET /kyc/checks. */
          reason: string;
          checkId: string;
          /** ISO 8601, UTC. */
          at: string;
        }[];
      };
      /** ISO 8601, UTC, with fractional seconds. */
      dateAdded: string;
      businessName: string;
      sectorT24Code: string | null;
      industryT24Code: string | null;
      countryOfResidence: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfIncorporation: string;
      taxId: string;
      stateOfResidence: string | null;
      stateOfRegistration: string | null;
      rcNumber: string;
      /** Of the first director, like the other director fields. */
      directorFullName: string;
      directorBvn: string;
      directorIdDocumentType: string | null;
      directorIdDocumentNumber: string | null;
      directorPoliticalAffiliationRelationship: string | null;
      /** Of the first shareholder, like the other shareholder fields; null without one. */
      shareholderShareholderBvn: string | null;
      shareholderPercentShareholder: string | null;
      shareholderIdDocumentType: string | null;
      shareholderIdDocumentNumber: string | null;
      shareholderPoliticalAffiliationRelationship: string | null;
      customerRole: string | null;
      /** What was not given is null. */
      address: {
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
      /** All of them; numbers are masked in the same way. */
      directors: {
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
      }[];
      shareholders: {
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
        percentShareholder: string;
      }[];
    })[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Validate a BVN. */
  validateBvn: {
    input: { path: { environment: 'test' | 'live' }; query?: { include?: 'match' }; body: {
      /** Bank verification number, 11 digits. */
      bvn: string;
      /** First name. */
      firstName: unknown & unknown;
      /** Last name. */
      lastName: unknown & unknown;
      /** Other name; empty text is the same as none. */
      otherName?: unknown & unknown | '';
      /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
      dob?: string;
      /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
      dateOfBirth?: string;
      /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
      customerId?: string;
    } };
    answer: { data: {
      /** Only with include=match. */
      match?: Record<string, boolean | null>;
    } };
  };
  /** Validate a NIN. */
  validateNin: {
    input: { path: { environment: 'test' | 'live' }; query?: { include?: 'match' }; body: {
      /** National identification number, 11 digits. */
      nin: string;
      /** First name. */
      firstName: unknown & unknown;
      /** Last name. */
      lastName: unknown & unknown;
      /** Other name; empty text is the same as none. */
      otherName?: unknown & unknown | '';
      /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
      dob?: string;
      /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
      dateOfBirth?: string;
      /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
      customerId?: string;
    } };
    answer: { data: {
      /** Only with include=match. */
      match?: Record<string, boolean | null>;
    } };
  };
  /** Validate a BVN against NIN data. */
  validateBvnNin: {
    input: { path: { environment: 'test' | 'live' }; query?: { include?: 'match' }; body: {
      /** Bank verification number, 11 digits. */
      bvn: string;
      /** National identification number, 11 digits. */
      nin: string;
      /** First name. */
      firstName: unknown & unknown;
      /** Last name. */
      lastName: unknown & unknown;
      /** Other name; empty text is the same as none. */
      otherName?: unknown & unknown | '';
      /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
      dob?: string;
      /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
      dateOfBirth?: string;
      /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
      customerId?: string;
    } };
    answer: { data: {
      /** Only with include=match. */
      match?: Record<string, boolean | null>;
    } };
  };
  /** Verify an identity document. */
  verifyDocument: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** DR: driver's licence. IP: international passport. */
      docType: 'DR' | 'IP';
      /** Picture of the document. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
      docImage: string;
      /** Number of the document. */
      documentNumber: string;
      /** Picture of the holder; when it is sent, it is compared with the photo on the document. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
      selfieImage?: string;
      /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
      customerId?: string;
    } };
    answer: { data: Record<string, never> };
  };
  /** Verify a company's tax number. */
  verifyTin: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** The number to look up: of the kind that `channel` names. */
      number: string;
      /** What kind of number `number` is: TIN (tax number), CAC (company registration number) or PHONE; any case. */
      channel: string;
      /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
      customerId?: string;
    } };
    answer: { data: Record<string, never> };
  };
  /** List identity checks. */
  listKycChecks: {
    input: { path: { environment: 'test' | 'live' }; query: { page: string; pageSize: string; customerId?: string; kind?: 'bvn' | 'nin' | 'bvn_nin' | 'face' | 'document' | 'document_face' | 'tin'; outcome?: 'passed' | 'record_not_found' | 'name_mismatch' | 'name_partial_match' | 'dob_mismatch' | 'bvn_nin_mismatch' | 'blocked' | 'face_mismatch' | 'no_face_detected' | 'document_mismatch' | 'document_unreadable' | 'provider_unavailable' | 'review'; from?: string; to?: string } };
    answer: { data: {
      checkId: string;
      /** The customer it was made for, or whom its caller named; null when it was made for nobody in particular. */
      customerId: string | null;
      kind: 'bvn' | 'nin' | 'bvn_nin' | 'face' | 'document' | 'document_face' | 'tin';
      /** `passed`; `review` where a person must decide; or the code of the first reason against it. */
      outcome: 'passed' | 'record_not_found' | 'name_mismatch' | 'name_partial_match' | 'dob_mismatch' | 'bvn_nin_mismatch' | 'blocked' | 'face_mismatch' | 'no_face_detected' | 'document_mismatch' | 'document_unreadable' | 'provider_unavailable' | 'review';
      /** What was compared: true equal, false different, null not asked. */
      fields: Record<string, boolean | null>;
      /** 0 to 100. */
      score: number | null;
      /** The score that would have passed. */
      threshold: number | null;
      provider: string;
      providerReference: string | null;
      /** Your reference of the consent, as it came in X-Consent. */
      consent: string | null;
      /** Of outcome `review`: whether people have decided, and how. */
      review: {
        status: 'pending' | 'passed' | 'failed';
        /** ISO 8601, UTC. */
        decidedAt: string | null;
      } | null;
      /** Checks of other documents that seem to show the same face, or are the same picture: an alarm for people, and no reason against anybody. */
      duplicateOf: string[];
      /** The check that this one tried again. */
      retryOf: string | null;
      /** Of documents read on this machine: how each check went. Never what was read. Null for other checks. */
      reading: {
        verdict: 'pass' | 'review' | 'fail';
        checks: {
          id: 'image_readable' | 'mrz_present' | 'mrz_document_number' | 'mrz_birth_date' | 'mrz_expiry_date' | 'mrz_personal_number' | 'mrz_composite' | 'mrz_unrepaired' | 'mrz_state_known' | 'not_expired' | 'number_in_mrz' | 'number_printed' | 'expiry_printed' | 'face_in_document' | 'selfie_readable' | 'face_in_selfie' | 'face_match' | 'selfie_is_another_photo';
          status: 'pass' | 'review' | 'fail' | 'not_readable';
          score?: number;
        }[];
        /** Versions and thresholds that judged. */
        engine: Record<string, string | number>;
      } | null;
      /** The credential that asked. */
      credentialId: string;
      requestId: string;
      /** ISO 8601, UTC. */
      createdAt: string;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Read an identity check. */
  readKycCheck: {
    input: { path: { environment: 'test' | 'live'; checkId: string } };
    answer: { data: {
      checkId: string;
      /** The customer it was made for, or whom its caller named; null when it was made for nobody in particular. */
      customerId: string | null;
      kind: 'bvn' | 'nin' | 'bvn_nin' | 'face' | 'document' | 'document_face' | 'tin';
      /** `passed`; `review` where a person must decide; or the code of the first reason against it. */
      outcome: 'passed' | 'record_not_found' | 'name_mismatch' | 'name_partial_match' | 'dob_mismatch' | 'bvn_nin_mismatch' | 'blocked' | 'face_mismatch' | 'no_face_detected' | 'document_mismatch' | 'document_unreadable' | 'provider_unavailable' | 'review';
      /** What was compared: true equal, false different, null not asked. */
      fields: Record<string, boolean | null>;
      /** 0 to 100. */
      score: number | null;
      /** The score that would have passed. */
      threshold: number | null;
      provider: string;
      providerReference: string | null;
      /** Your reference of the consent, as it came in X-Consent. */
      consent: string | null;
      /** Of outcome `review`: whether people have decided, and how. */
      review: {
        status: 'pending' | 'passed' | 'failed';
        /** ISO 8601, UTC. */
        decidedAt: string | null;
      } | null;
      /** Checks of other documents that seem to show the same face, or are the same picture: an alarm for people, and no reason against anybody. */
      duplicateOf: string[];
      /** The check that this one tried again. */
      retryOf: string | null;
      /** Of documents read on this machine: how each check went. Never what was read. Null for other checks. */
      reading: {
        verdict: 'pass' | 'review' | 'fail';
        checks: {
          id: 'image_readable' | 'mrz_present' | 'mrz_document_number' | 'mrz_birth_date' | 'mrz_expiry_date' | 'mrz_personal_number' | 'mrz_composite' | 'mrz_unrepaired' | 'mrz_state_known' | 'not_expired' | 'number_in_mrz' | 'number_printed' | 'expiry_printed' | 'face_in_document' | 'selfie_readable' | 'face_in_selfie' | 'face_match' | 'selfie_is_another_photo';
          status: 'pass' | 'review' | 'fail' | 'not_readable';
          score?: number;
        }[];
        /** Versions and thresholds that judged. */
        engine: Record<string, string | number>;
      } | null;
      /** The credential that asked. */
      credentialId: string;
      requestId: string;
      /** ISO 8601, UTC. */
      createdAt: string;
    } };
  };
  /** Generate an account for a customer. */
  createPersonalAccount: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** The customer the account is generated for. */
      customerId: string;
      /** savings, or current (needs Tier 2). */
      type?: 'savings' | 'current';
    } };
    answer: { data: {
      /** NUBAN of the operator's bank. */
      accountNumber: string;
      accountName: string;
      type: 'savings' | 'current' | 'collection' | 'virtual';
      /** NIP code of the operator's bank. */
      bankCode: string;
      bankName: string;
    } };
  };
  /** Generate a collection account. */
  createCollectionAccount: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** Name of the account. */
      name: string;
      /** Nigerian phone number that receives the OTPs of this account. */
      phone: string;
    } };
    answer: { data: {
      /** NUBAN of the operator's bank. */
      accountNumber: string;
      accountName: string;
      type: 'savings' | 'current' | 'collection' | 'virtual';
      /** NIP code of the operator's bank. */
      bankCode: string;
      bankName: string;
    } };
  };
  /** Generate a virtual account that expires. */
  createVirtualAccount: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** Shown to who pays. */
      name: string;
      /** Seconds of life, from 600 to a year. Send this or expDate. */
      expTime?: number | string;
      /** End of life: a date-time with its offset, or a day, which counts to its end in Lagos. */
      expDate?: string;
      /** A collection account of yours, which is credited; the one you opened first unless named. */
      settlesTo?: string;
    } };
    answer: { data: {
      /** NUBAN of the operator's bank. */
      accountNumber: string;
      accountName: string;
      type: 'savings' | 'current' | 'collection' | 'virtual';
      /** NIP code of the operator's bank. */
      bankCode: string;
      bankName: string;
      settlesTo: string;
      /** Credits are refused from then on. */
      expiresAt: string;
    } };
  };
  /** Read an account. */
  getAccount: {
    input: { path: { environment: 'test' | 'live'; accountNumber: string }; query?: { asOf?: string } };
    answer: { data: {
      accountNumber: string;
      accountName: string;
      type: 'savings' | 'current' | 'collection' | 'virtual';
      customerId: string | null;
      currency: 'NGN';
      bankCode: string;
      bankName: string;
      restriction: 'none' | 'no_debit' | 'no_credit' | 'no_debit_no_credit';
      restrictionReason: string | null;
      /** Naira that liens keep from being spent; already taken from available. */
      liens: number;
      /** Of a virtual account: where its money is credited. */
      settlesTo: string | null;
      /** Of a virtual account: credits are refused from then on. */
      expiresAt: string | null;
      balances: {
        /** Naira booked. */
        ledger: number;
        /** Naira that can be spent: ledger less held and liens, never below 0. */
        available: number;
        /** Naira held for transfers on their way. */
        held: number;
      };
      /** Naira of available balance below which `account.low_balance` is sent; null: never. */
      lowBalance: number | null;
      /** The same just before the moment asked for; null when none was. */
      balanceAsOf: {
        at: string;
        /** Naira booked. */
        ledger: number;
        /** Naira that can be spent: ledger less held and liens, never below 0. */
        available: number;
        /** Naira held for transfers on their way. */
        held: number;
        /** Naira that liens kept from being spent. */
        liens: number;
      } | null;
      dateAdded: string;
    } };
  };
  /** Restrict an account. */
  restrictAccount: {
    input: { path: { environment: 'test' | 'live'; accountNumber: string }; body: {
      /** What the account may not do; none lifts the restriction. */
      restriction: 'none' | 'no_debit' | 'no_credit' | 'no_debit_no_credit';
      /** Why; kept in the audit log. */
      reason: string;
    } };
    answer: { data: Record<string, never> };
  };
  /** List accounts. */
  listAccounts: {
    input: { path: { environment: 'test' | 'live' }; query: { page: string; pageSize: string; customerId?: string; type?: 'savings' | 'current' | 'collection' | 'virtual' } };
    answer: { data: {
      accountNumber: string;
      accountName: string;
      type: 'savings' | 'current' | 'collection' | 'virtual';
      customerId: string | null;
      currency: 'NGN';
      bankCode: string;
      bankName: string;
      restriction: 'none' | 'no_debit' | 'no_credit' | 'no_debit_no_credit';
      restrictionReason: string | null;
      /** Naira that liens keep from being spent; already taken from available. */
      liens: number;
      /** Of a virtual account: where its money is credited. */
      settlesTo: string | null;
      /** Of a virtual account: credits are refused from then on. */
      expiresAt: string | null;
      balances: {
        /** Naira booked. */
        ledger: number;
        /** Naira that can be spent: ledger less held and liens, never below 0. */
        available: number;
        /** Naira held for transfers on their way. */
        held: number;
      };
      /** Naira of available balance below which `account.low_balance` is sent; null: never. */
      lowBalance: number | null;
      /** The same just before the moment asked for; null when none was. */
      balanceAsOf: {
        at: string;
        /** Naira booked. */
        ledger: number;
        /** Naira that can be spent: ledger less held and liens, never below 0. */
        available: number;
        /** Naira held for transfers on their way. */
        held: number;
        /** Naira that liens kept from being spent. */
        liens: number;
      } | null;
      dateAdded: string;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Read what was done to what an account may do. */
  listRestrictions: {
    input: { path: { environment: 'test' | 'live'; accountNumber: string }; query: { page: string; pageSize: string } };
    answer: { data: {
      id: string;
      at: string;
      kind: 'RESTRICTION' | 'LIEN_PLACED' | 'LIEN_RELEASED' | 'DORMANT';
      /** Credential, or the worker. */
      actor: string;
      reason: string | null;
      /** What holds since then. */
      restriction: string | null;
      previousRestriction: string | null;
      lienId: string | null;
      /** Naira of the lien. */
      amount: number | null;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Be told when the money runs low. */
  setLowBalance: {
    input: { path: { environment: 'test' | 'live'; accountNumber: string }; body: {
      /** Naira, greater than 0, at most 2 decimals; null: tell nothing. */
      threshold: number | string | null;
    } };
    answer: { data: {
      accountNumber: string;
      threshold: number | null;
    } };
  };
  /** Place a lien. */
  placeLien: {
    input: { path: { environment: 'test' | 'live'; accountNumber: string }; body: {
      /** Naira, greater than 0, at most 2 decimals; may exceed the balance. */
      amount: number | string;
      /** Why; kept in the history. */
      reason: string;
    } };
    answer: { data: {
      lienId: string;
      accountNumber: string;
      amount: number;
      reason: string;
    } };
  };
  /** Release a lien. */
  releaseLien: {
    input: { path: { environment: 'test' | 'live'; accountNumber: string; lienId: string }; query?: { reason?: string } };
    answer: { data: Record<string, never> };
  };
  /** Read an account's statement. */
  readStatement: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** NUBAN, 10 digits. */
      accountNumber: string;
      /** First day, in Lagos. */
      startDate: string;
      /** Last day, in Lagos; it counts too. */
      endDate: string;
      /** Page number, from 1; of JSON alone. */
      page?: number;
      /** Entries on a page, 1 to 100; of JSON alone. */
      pageSize?: number;
    } };
    answer: { data: {
      accountNumber: string;
      accountName: string;
      currency: 'NGN';
      startDate: string;
      endDate: string;
      /** Naira booked before the first day. */
      openingBalance: number;
      /** Opening balance, plus credits, less debits. */
      closingBalance: number;
      totalCredits: number;
      totalDebits: number;
      transactions: {
        id: string;
        at: string;
        /** Day in Lagos. */
        valueDate: string;
        type: 'CREDIT' | 'DEBIT';
        amount: number;
        /** Naira booked after this entry. */
        balance: number;
        narration: string;
        /** Who paid or was paid, where known. */
        counterparty: string | null;
        /** transactionId, or session id of an inbound credit. */
        reference: string;
        /** NIP session id. */
        sessionId: string | null;
        code: 'transfer' | 'fee' | 'vat' | 'duty' | 'credit' | 'return' | 'correction';
      }[];
    }; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Look up the name of an account. */
  enquireName: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** NUBAN, 10 digits. */
      accountNumber: string;
      /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
      bankCode: string;
      /** A customer, in whose list of beneficiaries the account found is saved. */
      customerId?: string;
    } };
    answer: { data: {
      /** 30 digits; send it as nameEnquirySessionId within 15 minutes, once. */
      sessionId: string;
      accountName: string;
      accountNumber: string;
      /** Name of the bank. */
      bank: string;
      /** NIP code of the bank. */
      bankCode: string;
    } };
  };
  /** Initiate a transfer from a customer's account. */
  initiateCustomerTransfer: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** Owner of the source account. */
      customerId: string;
      /** Name of the owner of the source account. */
      sourceAccountName: string;
      /** An account generated for this customer. */
      sourceAccountNumber: string;
      /** sessionId of the name enquiry of this beneficiary. */
      nameEnquirySessionId: string;
      /** As the name enquiry answered. */
      beneficiaryAccountName: string;
      /** NUBAN, 10 digits. */
      beneficiaryAccountNumber: string;
      /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
      beneficiaryBankCode: string;
      /** Naira, greater than 0, at most 2 decimals; a number or a decimal string. */
      amount: number | string;
      /** Shown to both sides. */
      narration?: string;
      /** When to start, at least 1 minute and at most 366 days ahead; left out, the transfer starts with its OTP. */
      scheduledFor?: string;
    } };
    answer: { data: {
      amount: number;
      beneficiaryAccountName: string;
      beneficiaryAccountNumber: string;
      beneficiaryBankCode: string;
      narration: string;
      transactionId: string;
      /** When it starts; for a scheduled transfer only. */
      scheduledFor?: string;
      /** Reference of the OTP that was sent, in the reference's spelling. */
      otpReferneceId: string;
      /** The same. */
      otpReferenceId: string;
    } };
  };
  /** Initiate a transfer from a collection account. */
  initiateCollectionTransfer: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** A collection account of yours. */
      sourceAccountNumber: string;
      /** sessionId of the name enquiry of this beneficiary. */
      nameEnquirySessionId: string;
      /** As the name enquiry answered. */
      beneficiaryAccountName: string;
      /** NUBAN, 10 digits. */
      beneficiaryAccountNumber: string;
      /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
      beneficiaryBankCode: string;
      /** Naira, greater than 0, at most 2 decimals; a number or a decimal string. */
      amount: number | string;
      /** Shown to both sides. */
      narration?: string;
      /** When to start, at least 1 minute and at most 366 days ahead; left out, the transfer starts with its OTP. */
      scheduledFor?: string;
    } };
    answer: { data: {
      amount: number;
      beneficiaryAccountName: string;
      beneficiaryAccountNumber: string;
      beneficiaryBankCode: string;
      narration: string;
      transactionId: string;
      /** When it starts; for a scheduled transfer only. */
      scheduledFor?: string;
      /** Reference of the OTP that was sent, in the reference's spelling. */
      otpReferneceId: string;
      /** The same. */
      otpReferenceId: string;
    } };
  };
  /** Confirm a transfer with its OTP. */
  validateTransfer: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** The transactionId of the initiation. */
      transactionId: string;
      /** The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too). */
      otpReferenceId?: string;
      /** The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too). */
      otpReferneceId?: string;
      /** The 6 digits of the message. On the sandbox 123456 also passes. */
      otp?: string;
      /** The 6 digits of the message. On the sandbox 123456 also passes. */
      OTP?: string;
    } };
    answer: { data: {
      amount: number;
      beneficiaryAccountName: string;
      beneficiaryAccountNumber: string;
      beneficiaryBankCode: string;
      narration: string;
      transactionId: string;
      /** When it starts; for a scheduled transfer only. */
      scheduledFor?: string;
    } };
  };
  /** Send a new OTP for a transfer. */
  resendTransferOtp: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** The transactionId of the initiation. */
      transactionId: string;
    } };
    answer: { data: {
      transactionId: string;
      otpReferneceId: string;
      otpReferenceId: string;
      /** Seconds of life, as text. */
      expTime: string;
    } };
  };
  /** Cancel a transfer that has not started. */
  cancelTransfer: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** The transactionId of the initiation. */
      transactionId: string;
    } };
    answer: { data: {
      status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
      transactionId: string;
      stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
      /** False while the result is not final. */
      conclusive: boolean;
      /** True when the same payment can be initiated anew without paying twice. */
      safeToRetry: boolean;
      /** When asking again is worth it; null when nothing will change. */
      nextCheckAt: string | null;
      /** NIP session id at the other bank. */
      sessionId: string | null;
      /** The rail's code. */
      responseCode: string | null;
      /** Why it failed or came back. */
      reason: string | null;
      amount: number;
      fee: number;
      vat: number;
      stampDuty: number;
      currency: 'NGN';
      /** When a scheduled transfer starts, at the earliest. */
      scheduledFor: string | null;
      initiatedAt: string;
      authorizedAt: string | null;
      sentAt: string | null;
      completedAt: string | null;
      reversedAt: string | null;
    } };
  };
  /** Ask what a transfer would cost and whether it would be accepted. */
  preflightTransfer: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** An account of yours or of your customers. */
      sourceAccountNumber: string;
      /** NUBAN, 10 digits. */
      beneficiaryAccountNumber: string;
      /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
      beneficiaryBankCode: string;
      /** Naira, greater than 0, at most 2 decimals; a number or a decimal string. */
      amount: number | string;
      /** sessionId of the name enquiry of this beneficiary. */
      nameEnquirySessionId?: string;
      /** As in the initiation. Funds and what the day has used are then left out: they are decided when the transfer starts. */
      scheduledFor?: string;
    } };
    answer: { data: {
      /** Would the transfer be accepted now? */
      allowed: boolean;
      amount: number;
      fee: number;
      vat: number;
      stampDuty: number;
      /** What would leave the source account. */
      total: number;
      available: number;
      /** From the name enquiry, when one was named. */
      beneficiaryAccountName: string | null;
      bank: string;
      otpRequired: boolean;
      /** How the beneficiary's bank answered you of late. */
      availability: {
        /** unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there. */
        status: 'available' | 'degraded' | 'unavailable' | 'unknown';
        /** Definite answers since `since`, refusals too. */
        answered: number;
        /** Silences, and refusals because the bank could not be reached. */
        failed: number;
        /** From when they are counted: the last 5 minutes where they hold at least 3, else the last 15. */
        since: string | null;
        /** Of the last hour. */
        lastAnsweredAt: string | null;
      };
      /** Whether the rail's last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it. */
      reachable: boolean | null;
      /** What may delay it, and refuses nothing. */
      warnings: {
        code: string;
        message: string;
        fix: string;
      }[];
      limits: {
        name: 'per_transfer' | 'rail_per_transfer' | 'new_beneficiary' | 'per_day' | 'per_day_transfers';
        /** Naira, or a number of transfers. */
        limit: number;
        used: number;
        remaining: number;
        /** When the day ends in Lagos; null for limits of one transfer. */
        resetsAt: string | null;
      }[];
      /** Version of the limit policy. */
      policy: string;
      /** What would refuse it, each with its fix. */
      problems: {
        code: string;
        message: string;
        fix: string;
        field: string | null;
        details: Record<string, unknown>;
      }[];
    } };
  };
  /** Check the status of a transfer. */
  getTransferStatus: {
    input: { path: { environment: 'test' | 'live'; transactionId: string } };
    answer: { data: {
      status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
      transactionId: string;
      stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
      /** False while the result is not final. */
      conclusive: boolean;
      /** True when the same payment can be initiated anew without paying twice. */
      safeToRetry: boolean;
      /** When asking again is worth it; null when nothing will change. */
      nextCheckAt: string | null;
      /** NIP session id at the other bank. */
      sessionId: string | null;
      /** The rail's code. */
      responseCode: string | null;
      /** Why it failed or came back. */
      reason: string | null;
      amount: number;
      fee: number;
      vat: number;
      stampDuty: number;
      currency: 'NGN';
      /** When a scheduled transfer starts, at the earliest. */
      scheduledFor: string | null;
      initiatedAt: string;
      authorizedAt: string | null;
      sentAt: string | null;
      completedAt: string | null;
      reversedAt: string | null;
    } };
  };
  /** Read a transfer. */
  getTransfer: {
    input: { path: { environment: 'test' | 'live'; transactionId: string } };
    answer: { data: {
      status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
      transactionId: string;
      stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
      /** False while the result is not final. */
      conclusive: boolean;
      /** True when the same payment can be initiated anew without paying twice. */
      safeToRetry: boolean;
      /** When asking again is worth it; null when nothing will change. */
      nextCheckAt: string | null;
      /** NIP session id at the other bank. */
      sessionId: string | null;
      /** The rail's code. */
      responseCode: string | null;
      /** Why it failed or came back. */
      reason: string | null;
      amount: number;
      fee: number;
      vat: number;
      stampDuty: number;
      currency: 'NGN';
      /** When a scheduled transfer starts, at the earliest. */
      scheduledFor: string | null;
      initiatedAt: string;
      authorizedAt: string | null;
      sentAt: string | null;
      completedAt: string | null;
      reversedAt: string | null;
      /** The bulk transfer it is a payment of. */
      batchId: string | null;
      kind: 'customer' | 'collection';
      customerId: string | null;
      sourceAccountNumber: string;
      beneficiaryAccountName: string;
      beneficiaryAccountNumber: string;
      beneficiaryBankCode: string;
      narration: string;
      timeline: {
        at: string;
        step: string;
      }[];
    } };
  };
  /** List transfers. */
  listTransfers: {
    input: { path: { environment: 'test' | 'live' }; query?: { page?: string; pageSize?: string; status?: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED'; accountNumber?: string; customerId?: string; stage?: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed'; scheduledFrom?: string; scheduledTo?: string; from?: string; to?: string; amountFrom?: string; amountTo?: string } };
    answer: { data: {
      status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
      transactionId: string;
      stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
      /** False while the result is not final. */
      conclusive: boolean;
      /** True when the same payment can be initiated anew without paying twice. */
      safeToRetry: boolean;
      /** When asking again is worth it; null when nothing will change. */
      nextCheckAt: string | null;
      /** NIP session id at the other bank. */
      sessionId: string | null;
      /** The rail's code. */
      responseCode: string | null;
      /** Why it failed or came back. */
      reason: string | null;
      amount: number;
      fee: number;
      vat: number;
      stampDuty: number;
      currency: 'NGN';
      /** When a scheduled transfer starts, at the earliest. */
      scheduledFor: string | null;
      initiatedAt: string;
      authorizedAt: string | null;
      sentAt: string | null;
      completedAt: string | null;
      reversedAt: string | null;
      /** The bulk transfer it is a payment of. */
      batchId: string | null;
      kind: 'customer' | 'collection';
      customerId: string | null;
      sourceAccountNumber: string;
      beneficiaryAccountName: string;
      beneficiaryAccountNumber: string;
      beneficiaryBankCode: string;
      narration: string;
      timeline: {
        at: string;
        step: string;
      }[];
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** List banks. */
  listBanks: {
    input: { path: { environment: 'test' | 'live' } };
    answer: { data: {
      /** NIP code; use it as bankCode. */
      bankCode: string;
      bankName: string;
      cbnCode: string | null;
      /** Other codes that are accepted. */
      aliases: string[];
      /** Kind of institution, e.g. DMB (deposit money bank) or MFB (microfinance bank); OTHER: known from the rail's list alone. */
      type: string;
      /** From what the rail answered your own enquiries and payments. A hint: nothing is refused for it. */
      availability: {
        /** unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there. */
        status: 'available' | 'degraded' | 'unavailable' | 'unknown';
        /** Definite answers since `since`, refusals too. */
        answered: number;
        /** Silences, and refusals because the bank could not be reached. */
        failed: number;
        /** From when they are counted: the last 5 minutes where they hold at least 3, else the last 15. */
        since: string | null;
        /** Of the last hour. */
        lastAnsweredAt: string | null;
      };
      /** Whether the rail's last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it. */
      reachable: boolean | null;
    }[] };
  };
  /** Suggest banks for an account number. */
  listBankCandidates: {
    input: { path: { environment: 'test' | 'live' }; query: { accountNumber: string } };
    answer: { data: {
      /** NIP code; use it as bankCode. */
      bankCode: string;
      bankName: string;
      cbnCode: string | null;
      /** Other codes that are accepted. */
      aliases: string[];
      /** Kind of institution, e.g. DMB (deposit money bank) or MFB (microfinance bank); OTHER: known from the rail's list alone. */
      type: string;
      /** From what the rail answered your own enquiries and payments. A hint: nothing is refused for it. */
      availability: {
        /** unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there. */
        status: 'available' | 'degraded' | 'unavailable' | 'unknown';
        /** Definite answers since `since`, refusals too. */
        answered: number;
        /** Silences, and refusals because the bank could not be reached. */
        failed: number;
        /** From when they are counted: the last 5 minutes where they hold at least 3, else the last 15. */
        since: string | null;
        /** Of the last hour. */
        lastAnsweredAt: string | null;
      };
      /** Whether the rail's last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it. */
      reachable: boolean | null;
    }[] };
  };
  /** Read one bank. */
  getBank: {
    input: { path: { environment: 'test' | 'live'; bankCode: string } };
    answer: { data: {
      /** NIP code; use it as bankCode. */
      bankCode: string;
      bankName: string;
      cbnCode: string | null;
      /** Other codes that are accepted. */
      aliases: string[];
      /** Kind of institution, e.g. DMB (deposit money bank) or MFB (microfinance bank); OTHER: known from the rail's list alone. */
      type: string;
      /** From what the rail answered your own enquiries and payments. A hint: nothing is refused for it. */
      availability: {
        /** unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there. */
        status: 'available' | 'degraded' | 'unavailable' | 'unknown';
        /** Definite answers since `since`, refusals too. */
        answered: number;
        /** Silences, and refusals because the bank could not be reached. */
        failed: number;
        /** From when they are counted: the last 5 minutes where they hold at least 3, else the last 15. */
        since: string | null;
        /** Of the last hour. */
        lastAnsweredAt: string | null;
      };
      /** Whether the rail's last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it. */
      reachable: boolean | null;
    } };
  };
  /** Send a bulk transfer. */
  createBulkTransfer: {
    input: { path: { environment: 'test' | 'live' }; query?: { sourceAccountNumber?: string; customerId?: string; sourceAccountName?: string; reference?: string; scheduledFor?: string }; body: {
      /** A customer's account, or a collection account of yours. */
      sourceAccountNumber: string;
      /** Owner of the source account; leave it out for a collection account. */
      customerId?: string;
      /** Name of the owner; required with customerId. */
      sourceAccountName?: string;
      /** Your own reference; shown back. */
      reference?: string;
      /** When the payments start, at least 1 minute and at most 366 days ahead; left out, with the OTP. */
      scheduledFor?: string;
      /** The payments, 1 to 1,000. */
      items: {
        /** NUBAN, 10 digits. */
        beneficiaryAccountNumber: string;
        /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
        beneficiaryBankCode: string;
        /** Who you take the owner to be. Another name at the bank refuses the payment; leave it out to pay whoever owns the account. */
        beneficiaryAccountName?: string;
        /** Naira, greater than 0, at most 2 decimals; a number or a decimal string. */
        amount: number | string;
        /** Shown to both sides. */
        narration?: string;
        /** Your own reference; shown back. */
        reference?: string;
        /** Where the payment stands in your own file; its place in the list unless given. Of a CSV body, the line in it. */
        line?: number;
      }[];
    } };
    answer: { data: {
      batchId: string;
      state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
      /** Payments that were sent. */
      count: number;
      /** Naira, of all of them, without charges. */
      total: number;
    } };
  };
  /** List bulk transfers. */
  listBulkTransfers: {
    input: { path: { environment: 'test' | 'live' }; query: { page: string; pageSize: string; state?: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired' } };
    answer: { data: {
      batchId: string;
      state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
      reference: string | null;
      sourceAccountNumber: string;
      customerId: string | null;
      scheduledFor: string | null;
      /** Payments that were sent. */
      count: number;
      /** How many payments stand at which stage. */
      counts: {
        enquiring: number;
        ready: number;
        refused: number;
        awaiting_otp: number;
        scheduled: number;
        expired: number;
        cancelled: number;
        processing: number;
        confirming: number;
        review: number;
        completed: number;
        failed: number;
        reversed: number;
      };
      /** Naira, of all payments that were sent. */
      requested: number;
      /** Payments that were accepted; null while names are asked. */
      payments: number | null;
      /** Naira, of the accepted payments. */
      total: number | null;
      /** Naira: their fees, VAT and stamp duty. */
      charges: number | null;
      /** SHA-256 of what the OTP confirms, in hex. */
      hash: string | null;
      createdAt: string;
      /** Until when it can be confirmed. */
      expiresAt: string;
      readyAt: string | null;
      confirmedAt: string | null;
      endedAt: string | null;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Send the OTP of a bulk transfer. */
  sendBulkTransferOtp: {
    input: { path: { environment: 'test' | 'live'; batchId: string } };
    answer: { data: {
      batchId: string;
      otpReferneceId: string;
      otpReferenceId: string;
      /** Seconds of life, as text. */
      expTime: string;
      /** SHA-256 of what the OTP confirms, in hex. */
      hash: string;
      /** Payments that were accepted. */
      payments: number;
      /** Naira, of the accepted payments. */
      total: number;
      /** Naira: fees, VAT and stamp duty of all of them. */
      charges: number;
    } };
  };
  /** Confirm a bulk transfer with its OTP. */
  validateBulkTransfer: {
    input: { path: { environment: 'test' | 'live'; batchId: string }; body: {
      /** The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too). */
      otpReferenceId?: string;
      /** The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too). */
      otpReferneceId?: string;
      /** The 6 digits of the message. On the sandbox 123456 also passes. */
      otp?: string;
      /** The 6 digits of the message. On the sandbox 123456 also passes. */
      OTP?: string;
    } };
    answer: { data: {
      batchId: string;
      state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
      startsAt: string;
      /** SHA-256 of what the OTP confirms, in hex. */
      hash: string;
      /** Payments that were accepted. */
      payments: number;
      /** Naira, of the accepted payments. */
      total: number;
      /** Naira: fees, VAT and stamp duty of all of them. */
      charges: number;
    } };
  };
  /** Cancel a bulk transfer. */
  cancelBulkTransfer: {
    input: { path: { environment: 'test' | 'live'; batchId: string } };
    answer: { data: {
      batchId: string;
      state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
      /** Payments that will not be made. */
      cancelled: number;
      /** Payments that had started, and go on. */
      started: number;
    } };
  };
  /** Read a bulk transfer. */
  getBulkTransfer: {
    input: { path: { environment: 'test' | 'live'; batchId: string } };
    answer: { data: {
      batchId: string;
      state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
      reference: string | null;
      sourceAccountNumber: string;
      customerId: string | null;
      scheduledFor: string | null;
      /** Payments that were sent. */
      count: number;
      /** How many payments stand at which stage. */
      counts: {
        enquiring: number;
        ready: number;
        refused: number;
        awaiting_otp: number;
        scheduled: number;
        expired: number;
        cancelled: number;
        processing: number;
        confirming: number;
        review: number;
        completed: number;
        failed: number;
        reversed: number;
      };
      /** Naira, of all payments that were sent. */
      requested: number;
      /** Payments that were accepted; null while names are asked. */
      payments: number | null;
      /** Naira, of the accepted payments. */
      total: number | null;
      /** Naira: their fees, VAT and stamp duty. */
      charges: number | null;
      /** SHA-256 of what the OTP confirms, in hex. */
      hash: string | null;
      createdAt: string;
      /** Until when it can be confirmed. */
      expiresAt: string;
      readyAt: string | null;
      confirmedAt: string | null;
      endedAt: string | null;
    } };
  };
  /** List the payments of a bulk transfer. */
  listBulkTransferItems: {
    input: { path: { environment: 'test' | 'live'; batchId: string }; query?: { page?: string; pageSize?: string } };
    answer: { data: {
      line: number;
      reference: string | null;
      status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
      stage: 'enquiring' | 'ready' | 'refused' | 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
      /** The result as a NIP code, once there is one. */
      responseCode: string | null;
      /** Why it was refused, or failed. */
      reason: string | null;
      /** Its transfer, once the batch is confirmed. */
      transactionId: string | null;
      beneficiaryAccountNumber: string;
      beneficiaryBankCode: string;
      /** As the bank answered. */
      beneficiaryAccountName: string | null;
      /** As you sent it. */
      givenName: string | null;
      /** A warning: the line of an earlier payment of the same amount to the same account. */
      duplicateOf: number | null;
      amount: number;
      charges: number;
      narration: string;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Save a beneficiary. */
  saveBeneficiary: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; body: {
      /** `sessionId` of a name enquiry of the last 15 minutes, or of one that a transfer used. */
      nameEnquirySessionId: string;
    } };
    answer: { data: {
      beneficiaryId: string;
      accountNumber: string;
      /** As the enquiry that was saved or used last answered it. Each transfer needs an enquiry of its own. */
      accountName: string;
      /** NIP code. */
      bankCode: string;
      bank: string;
      dateAdded: string;
      /** The last enquiry that was saved, or the last payment that arrived. */
      lastUsed: string;
    } };
  };
  /** List a customer's beneficiaries. */
  listBeneficiaries: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; query: { page: string; pageSize: string; search?: string } };
    answer: { data: {
      beneficiaryId: string;
      accountNumber: string;
      /** As the enquiry that was saved or used last answered it. Each transfer needs an enquiry of its own. */
      accountName: string;
      /** NIP code. */
      bankCode: string;
      bank: string;
      dateAdded: string;
      /** The last enquiry that was saved, or the last payment that arrived. */
      lastUsed: string;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Remove a beneficiary. */
  removeBeneficiary: {
    input: { path: { environment: 'test' | 'live'; customerId: string; beneficiaryId: string } };
    answer: { data: Record<string, never> };
  };
  /** Get the receipt of a transfer. */
  getReceipt: {
    input: { path: { environment: 'test' | 'live'; transactionId: string } };
    answer: { data: {
      verificationCode: string;
      transactionId: string;
      /** As it is now: a transfer can come back after its receipt was made. */
      status: 'SUCCESS' | 'REVERSED';
      amount: number;
      currency: 'NGN';
      senderName: string;
      /** Its last four digits. */
      senderAccount: string;
      senderBank: string;
      beneficiaryName: string;
      beneficiaryAccount: string;
      beneficiaryBank: string;
      sessionId: string | null;
      completedAt: string | null;
      reversedAt: string | null;
      /** A receipt of the sandbox is about no real money. */
      environment: 'sandbox' | 'live';
      fee: number;
      vat: number;
      stampDuty: number;
      total: number;
      narration: string;
      /** A public page that confirms the receipt. */
      verifyUrl: string;
    } };
  };
  /** Verify a receipt. */
  verifyReceipt: {
    input: { path: { environment: 'test' | 'live'; verificationCode: string } };
    answer: { data: {
      verificationCode: string;
      transactionId: string;
      /** As it is now: a transfer can come back after its receipt was made. */
      status: 'SUCCESS' | 'REVERSED';
      amount: number;
      currency: 'NGN';
      senderName: string;
      /** Its last four digits. */
      senderAccount: string;
      senderBank: string;
      beneficiaryName: string;
      /** Its last four digits. */
      beneficiaryAccount: string;
      beneficiaryBank: string;
      sessionId: string | null;
      completedAt: string | null;
      reversedAt: string | null;
      /** A receipt of the sandbox is about no real money. */
      environment: 'sandbox' | 'live';
    } };
  };
  /** Read what a customer may still send today. */
  getLimits: {
    input: { path: { environment: 'test' | 'live'; customerId: string } };
    answer: { data: {
      customerId: string;
      kycTier: string;
      /** Version of the policy in force. */
      policy: string;
      /** First day, in Lagos, on which it holds. */
      policySince: string;
      maxBalance: number | null;
      /** What each account may hold; null: no maximum. */
      balance: {
        limit: number;
        source: {
          /** Who set it: the tier, the customer's own limits, the rail, or the policy for everybody. */
          from: 'tier' | 'own' | 'rail' | 'policy';
          tier: string | null;
          /** Version of the policy; null for an own limit. */
          policy: string | null;
          /** First day, in Lagos, on which that version holds. */
          since: string | null;
        };
        /** What would raise it; null: nothing. */
        raisedBy: string | null;
      } | null;
      /** Over all accounts of the customer, today in Lagos. */
      limits: {
        name: 'per_transfer' | 'rail_per_transfer' | 'new_beneficiary' | 'per_day' | 'per_day_transfers';
        /** Naira, or a number of transfers. */
        limit: number;
        used: number;
        remaining: number;
        /** When the day ends in Lagos; null for limits of one transfer. */
        resetsAt: string | null;
        source: {
          /** Who set it: the tier, the customer's own limits, the rail, or the policy for everybody. */
          from: 'tier' | 'own' | 'rail' | 'policy';
          tier: string | null;
          /** Version of the policy; null for an own limit. */
          policy: string | null;
          /** First day, in Lagos, on which that version holds. */
          since: string | null;
        };
        /** What would raise it; null: nothing. */
        raisedBy: string | null;
      }[];
    } };
  };
  /** Set a customer's own limits. */
  setCustomerLimits: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; body: {
      /** Naira; null: only what the policy says. */
      perTransfer: number | string | null;
      /** Naira of a Lagos day; null: only what the policy says. */
      perDay: number | string | null;
      /** Transfers of a Lagos day; null: only what the policy says. */
      perDayTransfers: number | null;
      reason: string;
    } };
    answer: { data: Record<string, never> };
  };
  /** Set an account's own limits. */
  setAccountLimits: {
    input: { path: { environment: 'test' | 'live'; accountNumber: string }; body: {
      /** Naira; null: only what the policy says. */
      perTransfer: number | string | null;
      /** Naira of a Lagos day; null: only what the policy says. */
      perDay: number | string | null;
      /** Transfers of a Lagos day; null: only what the policy says. */
      perDayTransfers: number | null;
      reason: string;
    } };
    answer: { data: Record<string, never> };
  };
  /** Export everything about a customer. */
  exportCustomer: {
    input: { path: { environment: 'test' | 'live'; customerId: string } };
    answer: { data: {
      customerId: string;
      /** ISO 8601, UTC. */
      madeAt: string;
      /** As GET /customer/profile/{customerId} shows it, nothing masked. */
      profile: Record<string, unknown>;
      /** Identity checks, as GET /kyc/checks shows them. */
      checks: {
        total: number;
        /** At most 1,000. */
        newest: Record<string, unknown>[];
      };
      /** Accounts with their balances, in naira. */
      accounts: {
        total: number;
        /** At most 1,000. */
        newest: Record<string, unknown>[];
      };
      /** Payments out: when, how much, how it ended. */
      transfers: {
        total: number;
        /** At most 1,000. */
        newest: Record<string, unknown>[];
      };
      /** Whom the customer paid or saved. */
      beneficiaries: {
        total: number;
        /** At most 1,000. */
        newest: Record<string, unknown>[];
      };
      /** What was done about the customer, and who read the numbers. */
      audit: {
        total: number;
        /** At most 1,000. */
        newest: Record<string, unknown>[];
      };
    } };
  };
  /** Erase a customer. */
  eraseCustomer: {
    input: { path: { environment: 'test' | 'live'; customerId: string }; body: {
      /** Why; kept in the audit log, so leave the person out of it. */
      reason: string;
    } };
    answer: { data: {
      customerId: string;
      /** ISO 8601, UTC. */
      erasedAt: string;
      /** Until then stored answers to earlier requests may still name the customer, sealed; they go after thirty days. */
      answersGoneBy: string;
    } };
  };
  /** List the audit log. */
  listAuditLog: {
    input: { path: { environment: 'test' | 'live' }; query: { page: string; pageSize: string; subject?: string; action?: string; actor?: string; from?: string; to?: string } };
    answer: { data: {
      auditId: string;
      /** ISO 8601, UTC. */
      at: string;
      /** Credential, member, or worker. */
      actor: string;
      action: string;
      subject: string;
      details: Record<string, unknown>;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Request an OTP. */
  requestOtp: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** An account of yours or of your customers. */
      accountNumber: string;
    } };
    answer: { data: {
      accountNumber: string;
      otpReferenceId: string;
      /** Seconds of life, as text. */
      expTime: string;
    } };
  };
  /** Validate an OTP. */
  validateOtp: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** The otpReferenceId of the request (the spelling otpReferneceId is accepted too). */
      otpReferenceId?: string;
      /** The otpReferenceId of the request (the spelling otpReferneceId is accepted too). */
      otpReferneceId?: string;
      /** The 6 digits of the message. On the sandbox 123456 also passes. */
      OTP?: string;
      /** The 6 digits of the message. On the sandbox 123456 also passes. */
      otp?: string;
    } };
    answer: { data: Record<string, never> };
  };
  /** Create a webhook. */
  createWebhook: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** Where events are posted. Live: https, a public host name, port 443 or 8443. The sandbox takes http and loopback addresses too. */
      url: string;
      /** Event kinds, families such as payment.* or custom.*, or * for all. */
      events: string[];
      /** Narrows the selection. An event without the named field is left out. null takes the filter away. */
      filter?: {
        /** Only events whose data names this customer. */
        customerId?: string | null;
        /** Only events about this account: their accountNumber, or sourceAccountNumber of a payment. */
        accountNumber?: string | null;
      } | null;
      /** Key of the signatures, 16 to 256 characters. Left out, one is generated; null means that nothing is signed. */
      secret?: string | null;
      /** A note for yourself. */
      description?: string | null;
    } };
    answer: { data: {
      id: string;
      url: string;
      events: string[];
      /** null: every event that is selected. */
      filter: {
        customerId: string | null;
        accountNumber: string | null;
      } | null;
      /** paused keeps new deliveries until the endpoint is active again. */
      status: 'active' | 'paused';
      /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
      pausedReason: 'requested' | 'gone' | 'failing' | null;
      health: {
        /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
        state: 'healthy' | 'failing' | 'slowed' | 'open';
        /** Over all its deliveries. */
        failuresInRow: number;
        failingSince: string | null;
        /** Nothing is sent before; null when nothing waits. */
        waitsUntil: string | null;
      };
      description: string | null;
      /** Whether deliveries carry signatures. */
      signed: boolean;
      /** While the secret is replaced: when the next one alone signs. */
      nextSecretAt: string | null;
      createdAt: string;
      updatedAt: string;
      /** Shown this once; null when refused. */
      secret: string | null;
    } };
  };
  /** List webhooks. */
  listWebhooks: {
    input: { path: { environment: 'test' | 'live' } };
    answer: { data: {
      id: string;
      url: string;
      events: string[];
      /** null: every event that is selected. */
      filter: {
        customerId: string | null;
        accountNumber: string | null;
      } | null;
      /** paused keeps new deliveries until the endpoint is active again. */
      status: 'active' | 'paused';
      /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
      pausedReason: 'requested' | 'gone' | 'failing' | null;
      health: {
        /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
        state: 'healthy' | 'failing' | 'slowed' | 'open';
        /** Over all its deliveries. */
        failuresInRow: number;
        failingSince: string | null;
        /** Nothing is sent before; null when nothing waits. */
        waitsUntil: string | null;
      };
      description: string | null;
      /** Whether deliveries carry signatures. */
      signed: boolean;
      /** While the secret is replaced: when the next one alone signs. */
      nextSecretAt: string | null;
      createdAt: string;
      updatedAt: string;
    }[] };
  };
  /** Read a webhook. */
  getWebhook: {
    input: { path: { environment: 'test' | 'live'; id: string } };
    answer: { data: {
      id: string;
      url: string;
      events: string[];
      /** null: every event that is selected. */
      filter: {
        customerId: string | null;
        accountNumber: string | null;
      } | null;
      /** paused keeps new deliveries until the endpoint is active again. */
      status: 'active' | 'paused';
      /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
      pausedReason: 'requested' | 'gone' | 'failing' | null;
      health: {
        /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
        state: 'healthy' | 'failing' | 'slowed' | 'open';
        /** Over all its deliveries. */
        failuresInRow: number;
        failingSince: string | null;
        /** Nothing is sent before; null when nothing waits. */
        waitsUntil: string | null;
      };
      description: string | null;
      /** Whether deliveries carry signatures. */
      signed: boolean;
      /** While the secret is replaced: when the next one alone signs. */
      nextSecretAt: string | null;
      createdAt: string;
      updatedAt: string;
    } };
  };
  /** Change, pause or resume a webhook. */
  updateWebhook: {
    input: { path: { environment: 'test' | 'live'; id: string }; body: {
      /** Where events are posted. Live: https, a public host name, port 443 or 8443. The sandbox takes http and loopback addresses too. */
      url?: string;
      /** Event kinds, families such as payment.* or custom.*, or * for all. */
      events?: string[];
      /** Narrows the selection. An event without the named field is left out. null takes the filter away. */
      filter?: {
        /** Only events whose data names this customer. */
        customerId?: string | null;
        /** Only events about this account: their accountNumber, or sourceAccountNumber of a payment. */
        accountNumber?: string | null;
      } | null;
      /** A note for yourself. */
      description?: string | null;
      /** paused keeps new deliveries until the endpoint is active again. */
      status?: 'active' | 'paused';
    } };
    answer: { data: {
      id: string;
      url: string;
      events: string[];
      /** null: every event that is selected. */
      filter: {
        customerId: string | null;
        accountNumber: string | null;
      } | null;
      /** paused keeps new deliveries until the endpoint is active again. */
      status: 'active' | 'paused';
      /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
      pausedReason: 'requested' | 'gone' | 'failing' | null;
      health: {
        /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
        state: 'healthy' | 'failing' | 'slowed' | 'open';
        /** Over all its deliveries. */
        failuresInRow: number;
        failingSince: string | null;
        /** Nothing is sent before; null when nothing waits. */
        waitsUntil: string | null;
      };
      description: string | null;
      /** Whether deliveries carry signatures. */
      signed: boolean;
      /** While the secret is replaced: when the next one alone signs. */
      nextSecretAt: string | null;
      createdAt: string;
      updatedAt: string;
    } };
  };
  /** Delete a webhook. */
  deleteWebhook: {
    input: { path: { environment: 'test' | 'live'; id: string } };
    answer: { data: {
      id: string;
      status: 'deleted';
    } };
  };
  /** Replace the secret of a webhook. */
  rotateWebhookSecret: {
    input: { path: { environment: 'test' | 'live'; id: string }; body: {
      secret?: string;
      /** How long both secrets sign, 0 to 72 hours. */
      overlapHours?: number;
    } };
    answer: { data: {
      id: string;
      url: string;
      events: string[];
      /** null: every event that is selected. */
      filter: {
        customerId: string | null;
        accountNumber: string | null;
      } | null;
      /** paused keeps new deliveries until the endpoint is active again. */
      status: 'active' | 'paused';
      /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
      pausedReason: 'requested' | 'gone' | 'failing' | null;
      health: {
        /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
        state: 'healthy' | 'failing' | 'slowed' | 'open';
        /** Over all its deliveries. */
        failuresInRow: number;
        failingSince: string | null;
        /** Nothing is sent before; null when nothing waits. */
        waitsUntil: string | null;
      };
      description: string | null;
      /** Whether deliveries carry signatures. */
      signed: boolean;
      /** While the secret is replaced: when the next one alone signs. */
      nextSecretAt: string | null;
      createdAt: string;
      updatedAt: string;
      /** Shown this once; null when refused. */
      secret: string | null;
    } };
  };
  /** Let the new secret sign alone. */
  activateWebhookSecret: {
    input: { path: { environment: 'test' | 'live'; id: string } };
    answer: { data: {
      id: string;
      url: string;
      events: string[];
      /** null: every event that is selected. */
      filter: {
        customerId: string | null;
        accountNumber: string | null;
      } | null;
      /** paused keeps new deliveries until the endpoint is active again. */
      status: 'active' | 'paused';
      /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
      pausedReason: 'requested' | 'gone' | 'failing' | null;
      health: {
        /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
        state: 'healthy' | 'failing' | 'slowed' | 'open';
        /** Over all its deliveries. */
        failuresInRow: number;
        failingSince: string | null;
        /** Nothing is sent before; null when nothing waits. */
        waitsUntil: string | null;
      };
      description: string | null;
      /** Whether deliveries carry signatures. */
      signed: boolean;
      /** While the secret is replaced: when the next one alone signs. */
      nextSecretAt: string | null;
      createdAt: string;
      updatedAt: string;
    } };
  };
  /** Find out why a signature is refused. */
  verifyWebhookSignature: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** As your receiver saw them; the names in any spelling. Those of the signature are enough. */
      headers: Record<string, string | string[]>;
      /** The body your receiver checked, as text. */
      body?: string;
      /** The same as bytes in base64; better, since nothing between changes them. */
      bodyBase64?: string;
      /** The secret your receiver uses. */
      secret?: string;
      /** Id of the webhook: its own secrets are tried too. */
      endpointId?: string;
      /** When your receiver got it, by its own clock. */
      receivedAt?: string;
      /** The signature your code computed, if you have it. */
      computed?: string;
    } };
    answer: { data: {
      /** Whether a receiver that follows the guide accepts the request as it stands. */
      valid: boolean;
      /** What had to be undone for the signature to fit, and what to do about it. Empty when all is well. */
      findings: {
        code: string;
        message: string;
        fix: string;
      }[];
    } };
  };
  /** Send a test event. */
  testWebhook: {
    input: { path: { environment: 'test' | 'live'; id: string }; body: {
      /** Kind of the sample to send; webhook.test unless given. Kinds of your own, custom., too. */
      event?: string;
      /** Sent in place of the sample: any object, at most 16 KB as JSON and 10 levels deep. */
      data?: Record<string, unknown>;
    } };
    answer: { data: {
      deliveryId: string;
      eventId: string;
      status: 'pending';
    } };
  };
  /** Send many events again. */
  replayWebhook: {
    input: { path: { environment: 'test' | 'live'; id: string }; body: {
      /** Only deliveries whose event was written then or later. */
      from?: string;
      /** Only deliveries whose event was written before. */
      to?: string;
      /** How they ended. any takes both; deliveries that are still pending are never taken. */
      state?: 'failed' | 'delivered' | 'any';
      /** Event kinds, families such as payment.* or custom.*, or * for all. */
      events?: string[];
      /** Id of another of your webhooks, which then gets the events, whatever it selected. */
      toEndpointId?: string;
      /** Where events are posted. Live: https, a public host name, port 443 or 8443. The sandbox takes http and loopback addresses too. */
      toUrl?: string;
    } };
    answer: { data: {
      /** Whose deliveries they are now: this webhook, the one in toEndpointId, or, for toUrl, an id of its own that GET /webhooks/{id}/deliveries and DELETE take. */
      webhookId: string;
      /** How many events are sent again, at most 10,000. */
      queued: number;
      /** Whether more were found. Call again with `nextFrom` as from. */
      more: boolean;
      /** When the first event that was left out was written. */
      nextFrom: string | null;
    } };
  };
  /** List the deliveries of a webhook. */
  listWebhookDeliveries: {
    input: { path: { environment: 'test' | 'live'; id: string }; query?: { page?: string; pageSize?: string; status?: 'pending' | 'delivered' | 'failed' } };
    answer: { data: {
      deliveryId: string;
      eventId: string;
      event: string;
      status: 'pending' | 'delivered' | 'failed';
      attempts: number;
      /** Status of the last answer; null when none came. */
      httpStatus: number | null;
      /** Class of the last trouble: blocked, dns, refused, reset, tls, timeout, http, invalid_url or endpoint_deleted. */
      error: string | null;
      latencyMs: number | null;
      /** Null when over, and while the endpoint is paused. */
      nextAttemptAt: string | null;
      deliveredAt: string | null;
      createdAt: string;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Read a delivery with its attempts. */
  getWebhookDelivery: {
    input: { path: { environment: 'test' | 'live'; deliveryId: string } };
    answer: { data: {
      deliveryId: string;
      eventId: string;
      event: string;
      status: 'pending' | 'delivered' | 'failed';
      attempts: number;
      /** Status of the last answer; null when none came. */
      httpStatus: number | null;
      /** Class of the last trouble: blocked, dns, refused, reset, tls, timeout, http, invalid_url or endpoint_deleted. */
      error: string | null;
      latencyMs: number | null;
      /** Null when over, and while the endpoint is paused. */
      nextAttemptAt: string | null;
      deliveredAt: string | null;
      createdAt: string;
      /** The calls of the last 30 days, oldest first, at most 100. */
      attemptLog: {
        /** Counts from 1; a replay starts again. */
        attempt: number;
        /** When its result was written. */
        at: string;
        httpStatus: number | null;
        error: string | null;
        latencyMs: number | null;
        /** When the next try was planned then; null when it was the last. */
        nextAttemptAt: string | null;
      }[];
    } };
  };
  /** Send an event again. */
  replayWebhookDelivery: {
    input: { path: { environment: 'test' | 'live'; deliveryId: string } };
    answer: { data: {
      deliveryId: string;
      eventId: string;
      status: 'pending';
    } };
  };
  /** Check a receiver before going live. */
  checkWebhook: {
    input: { path: { environment: 'test' | 'live'; id: string } };
    answer: { data: {
      webhookId: string;
      /** The address that was checked. */
      url: string;
      checkedAt: string;
      durationMs: number;
      /** A: nothing to mend. B: warnings only. C: something fails, or could not be tried. F: genuine events do not arrive, or forged ones are taken. */
      grade: 'A' | 'B' | 'C' | 'F';
      /** True for A and B. */
      ready: boolean;
      cases: {
        name: 'genuine' | 'duplicate' | 'out_of_order' | 'unknown_kind' | 'wrongly_signed' | 'unsigned' | 'altered_body' | 'late' | 'malformed_json' | 'slow_body' | 'burst' | 'speed';
        sent: string;
        wanted: string;
        /** One for each request, in order. Bodies and headers of answers are neither shown nor kept. */
        answers: {
          /** null when no answer came. */
          httpStatus: number | null;
          /** Class of the trouble, as in deliveries. */
          error: string | null;
          latencyMs: number;
        }[];
        verdict: 'pass' | 'warn' | 'fail' | 'skipped';
        finding: string;
        /** What to change; null when nothing. */
        fix: string | null;
      }[];
    } };
  };
  /** Read the last check of a receiver. */
  getWebhookCheck: {
    input: { path: { environment: 'test' | 'live'; id: string } };
    answer: { data: {
      webhookId: string;
      /** The address that was checked. */
      url: string;
      checkedAt: string;
      durationMs: number;
      /** A: nothing to mend. B: warnings only. C: something fails, or could not be tried. F: genuine events do not arrive, or forged ones are taken. */
      grade: 'A' | 'B' | 'C' | 'F';
      /** True for A and B. */
      ready: boolean;
      cases: {
        name: 'genuine' | 'duplicate' | 'out_of_order' | 'unknown_kind' | 'wrongly_signed' | 'unsigned' | 'altered_body' | 'late' | 'malformed_json' | 'slow_body' | 'burst' | 'speed';
        sent: string;
        wanted: string;
        /** One for each request, in order. Bodies and headers of answers are neither shown nor kept. */
        answers: {
          /** null when no answer came. */
          httpStatus: number | null;
          /** Class of the trouble, as in deliveries. */
          error: string | null;
          latencyMs: number;
        }[];
        verdict: 'pass' | 'warn' | 'fail' | 'skipped';
        finding: string;
        /** What to change; null when nothing. */
        fix: string | null;
      }[];
    } };
  };
  /** Send an event of your own. */
  postEvent: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** Kind of the event: custom. and a name of your own. */
      event: string;
      /** What is delivered as `data`: any object, at most 16 KB as JSON and 10 levels deep. */
      data: Record<string, unknown>;
      /** What the event is about. `sequence` then counts the events of this kind about it; without a subject it is 1. */
      subject?: string;
    } };
    answer: { data: {
      /** Id of the event; the same in each delivery and in GET /events. */
      id: string;
      event: string;
      createdAt: string;
    } };
  };
  /** Pull events. */
  listEvents: {
    input: { path: { environment: 'test' | 'live' }; query?: { after?: string; limit?: string } };
    answer: { data: {
      event: string;
      data: Record<string, unknown>;
      id: string;
      createdAt: string;
      environment: 'sandbox' | 'live';
      apiVersion: string;
      sequence: number;
    }[]; nextCursor: string | null; hasMore: boolean };
  };
  /** Credit an account. */
  simulateCredit: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** An account of yours or of your customers. */
      accountNumber: string;
      /** Naira. */
      amount: number | string;
      narration?: string;
      senderName?: string;
    } };
    answer: { data: {
      sessionId: string;
      accountNumber: string;
      amount: number;
    } };
  };
  /** Read the message inbox. */
  listSandboxMessages: {
    input: { path: { environment: 'test' | 'live' }; query?: { accountNumber?: string; page?: string; pageSize?: string } };
    answer: { data: {
      messageId: string;
      to: string;
      text: string;
      /** The code in the text. */
      otp: string | null;
      state: 'queued' | 'sent' | 'failed';
      accountNumber: string;
      transactionId: string | null;
      otpReferenceId: string | null;
      createdAt: string;
      sentAt: string | null;
    }[]; currentPage: number; pageSize: number; previousPage: number; total: number };
  };
  /** Move the clock forward. */
  moveSandboxClock: {
    input: { path: { environment: 'test' | 'live' }; body: {
      /** Seconds to move forward. */
      advanceSeconds: number;
    } };
    answer: { data: {
      now: string;
      offsetSeconds: number;
    } };
  };
  /** Decide how a pending transfer ends. */
  controlSandboxTransfer: {
    input: { path: { environment: 'test' | 'live'; transactionId: string; outcome: string } };
    answer: { data: {
      transactionId: string;
    } };
  };
  /** Begin anew with a fresh sandbox. */
  resetSandbox: {
    input: { path: { environment: 'test' | 'live' } };
    answer: { data: {
      /** The collection account of the fresh sandbox, with NGN 5,000,000. */
      accountNumber: string;
      /** Credentials that work on. */
      keptCredentials: number;
      /** Webhooks that came along. */
      keptEndpoints: number;
      resetAt: string;
    } };
  };
  /** Read a customer with BVN and NIN unmasked. */
  revealCustomer: {
    input: { path: { environment: 'test' | 'live'; customerId: string } };
    answer: { data: {
      customerId: string;
      firstName: string;
      otherName: string | null;
      surname: string;
      email: string | null;
      /** +234 and ten digits. */
      phone: string;
      salutation: string | null;
      /** Male, Female or null. */
      gender: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfBirth: string;
      /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
      bvn: string;
      /** ISO 3166 alpha-3. */
      nationality: string | null;
      classType: 'INDIVIDUAL' | 'BUSINESS';
      status: 'Active' | 'Inactive';
      /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
      kycTier: string;
      requirements: {
        /** What the present tier asks for and is missing. */
        currentlyDue: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** Each of these adds a tier; empty at Tier 3. */
        dueForNextTier: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** What was tried last and did not pass. */
        rejected: {
          requirement: 'nin' | 'livePicture';
          /** Outcome of the newest check, as in GET /kyc/checks. */
          reason: string;
          checkId: string;
          /** ISO 8601, UTC. */
          at: string;
        }[];
      };
      /** ISO 8601, UTC, with fractional seconds. */
      dateAdded: string;
      /** Masked in the same way as the BVN; null while none was verified. */
      nin: string | null;
      /** What was not given is null. */
      address: {
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
      /** What was not given is null. */
      nextOfKin: {
        firstname: string | null;
        lastName: string | null;
        gender: string | null;
        email: string | null;
        phone: string | null;
        relationship: string | null;
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
    } | {
      customerId: string;
      /** The same as customerId. */
      customerNumber: string;
      firstName: string;
      otherName: string | null;
      surname: string;
      email: string | null;
      /** +234 and ten digits. */
      phone: string;
      salutation: string | null;
      /** Male, Female or null. */
      gender: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfBirth: string;
      /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
      bvn: string;
      /** ISO 3166 alpha-3. */
      nationality: string | null;
      classType: 'INDIVIDUAL' | 'BUSINESS';
      status: 'Active' | 'Inactive';
      /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
      kycTier: string;
      requirements: {
        /** What the present tier asks for and is missing. */
        currentlyDue: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** Each of these adds a tier; empty at Tier 3. */
        dueForNextTier: {
          requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
          /** What it is for, and how to give it. */
          why: string;
        }[];
        /** What was tried last and did not pass. */
        rejected: {
          requirement: 'nin' | 'livePicture';
          /** Outcome of the newest check, as in GET /kyc/checks. */
          reason: string;
          checkId: string;
          /** ISO 8601, UTC. */
          at: string;
        }[];
      };
      /** ISO 8601, UTC, with fractional seconds. */
      dateAdded: string;
      businessName: string;
      sectorT24Code: string | null;
      industryT24Code: string | null;
      countryOfResidence: string | null;
      /** YYYY-MM-DDTHH:MM:SS. */
      dateOfIncorporation: string;
      taxId: string;
      stateOfResidence: string | null;
      stateOfRegistration: string | null;
      rcNumber: string;
      /** Of the first director, like the other director fields. */
      directorFullName: string;
      directorBvn: string;
      directorIdDocumentType: string | null;
      directorIdDocumentNumber: string | null;
      directorPoliticalAffiliationRelationship: string | null;
      /** Of the first shareholder, like the other shareholder fields; null without one. */
      shareholderShareholderBvn: string | null;
      shareholderPercentShareholder: string | null;
      shareholderIdDocumentType: string | null;
      shareholderIdDocumentNumber: string | null;
      shareholderPoliticalAffiliationRelationship: string | null;
      customerRole: string | null;
      /** What was not given is null. */
      address: {
        address: string | null;
        street: string | null;
        localGovernment: string | null;
        city: string | null;
        country: string | null;
      };
      /** All of them; numbers are masked in the same way. */
      directors: {
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
      }[];
      shareholders: {
        firstName: string;
        lastName: string;
        otherName: string | null;
        bvn: string;
        dateOfBirth: string;
        salutation: string | null;
        gender: 'Male' | 'Female' | null;
        nationality: string | null;
        idDocumentType: string | null;
        idDocumentNumber: string | null;
        politicalAffiliationRelationship: string | null;
        percentShareholder: string;
      }[];
    } };
  };
}

export const calls = {
  readSignUp: ['GET', '/sign-up'],
  signUp: ['POST', '/sign-up'],
  signIn: ['POST', '/session'],
  readSession: ['GET', '/session'],
  signOut: ['DELETE', '/session'],
  stepUp: ['POST', '/session/step-up'],
  changePassword: ['POST', '/password'],
  listSessions: ['GET', '/sessions'],
  endOtherSessions: ['DELETE', '/sessions'],
  endSession: ['DELETE', '/sessions/{sessionId}'],
  beginSecondFactor: ['POST', '/second-factor/totp'],
  confirmSecondFactor: ['POST', '/second-factor/totp/confirm'],
  replaceRecoveryCodes: ['POST', '/second-factor/recovery-codes'],
  removeSecondFactor: ['DELETE', '/second-factor'],
  beginPasskey: ['POST', '/passkey-challenges'],
  signInWithPasskey: ['POST', '/session/passkey'],
  beginPasskeyEnrolment: ['POST', '/passkeys/challenge'],
  enrolPasskey: ['POST', '/passkeys'],
  listPasskeys: ['GET', '/passkeys'],
  renamePasskey: ['PATCH', '/passkeys/{passkeyId}'],
  removePasskey: ['DELETE', '/passkeys/{passkeyId}'],
  listMembers: ['GET', '/members'],
  changeMemberRole: ['PATCH', '/members/{memberId}'],
  removeMember: ['DELETE', '/members/{memberId}'],
  listInvitations: ['GET', '/invitations'],
  invite: ['POST', '/invitations'],
  withdrawInvitation: ['DELETE', '/invitations/{invitationId}'],
  readInvitation: ['POST', '/invitations/read'],
  acceptInvitation: ['POST', '/invitations/accept'],
  listAudit: ['GET', '/audit'],
  listCredentials: ['GET', '/credentials'],
  createTestCredential: ['POST', '/credentials/test'],
  rotateTestCredential: ['POST', '/credentials/test/{credentialId}/rotate'],
  changeTestCredential: ['PATCH', '/credentials/test/{credentialId}'],
  revokeTestCredential: ['DELETE', '/credentials/test/{credentialId}'],
  createLiveCredential: ['POST', '/credentials/live'],
  rotateLiveCredential: ['POST', '/credentials/live/{credentialId}/rotate'],
  changeLiveCredential: ['PATCH', '/credentials/live/{credentialId}'],
  revokeLiveCredential: ['DELETE', '/credentials/live/{credentialId}'],
  searchApiCalls: ['GET', '/environments/{environment}/api-log'],
  readApiCall: ['GET', '/environments/{environment}/api-log/{callId}'],
  listEventKinds: ['GET', '/environments/{environment}/event-kinds'],
  searchEvents: ['GET', '/environments/{environment}/event-log'],
  readEvent: ['GET', '/environments/{environment}/event-log/{eventId}'],
  readTransferStory: ['GET', '/environments/{environment}/transfer/{transactionId}/story'],
  listDecisions: ['GET', '/environments/{environment}/decisions'],
  voteOnReview: ['POST', '/environments/{environment}/transfer/{transactionId}/review-vote'],
  voteOnReversal: ['POST', '/environments/{environment}/transfer/{transactionId}/reversal-vote'],
  voteOnException: ['POST', '/environments/{environment}/transfer/{transactionId}/exception-vote'],
  readAccountKeeping: ['GET', '/environments/{environment}/account/{accountNumber}/keeping'],
  readHome: ['GET', '/environments/{environment}/home'],
  findCustomerByNumber: ['POST', '/environments/{environment}/customer/find-by-number'],
  listCustomerHistory: ['GET', '/environments/{environment}/customer/profile/{customerId}/history'],
  listKycReviews: ['GET', '/environments/{environment}/kyc/reviews'],
  readReviewPictures: ['GET', '/environments/{environment}/kyc/reviews/{checkId}/pictures'],
  decideKycReview: ['POST', '/environments/{environment}/kyc/reviews/{checkId}/decision'],
  listOrganizations: ['GET', '/operator/organizations'],
  readOrganization: ['GET', '/operator/organizations/{organizationId}'],
  approveOrganization: ['POST', '/operator/organizations/{organizationId}/approve-live'],
  withdrawOrganization: ['POST', '/operator/organizations/{organizationId}/withdraw-live'],
  readHealth: ['GET', '/operator/health'],
  listLateTransfers: ['GET', '/operator/late-transfers'],
  readPolicies: ['GET', '/operator/policies'],
  searchAudit: ['GET', '/operator/audit'],
  readBooksCheck: ['GET', '/operator/books-check'],
  startBooksCheck: ['POST', '/operator/books-check'],
  createIndividualCustomer: ['POST', '/environments/{environment}/customer/profile/individual'],
  updateCustomer: ['PUT', '/environments/{environment}/customer/profile/{customerId}'],
  setCustomerStatus: ['PATCH', '/environments/{environment}/customer/profile/{customerId}'],
  readCustomer: ['GET', '/environments/{environment}/customer/profile/{customerId}'],
  createBusinessCustomer: ['POST', '/environments/{environment}/customer/profile/business'],
  addDirector: ['POST', '/environments/{environment}/customer/profile/business/{customerId}/directors'],
  addShareholder: ['POST', '/environments/{environment}/customer/profile/business/{customerId}/shareholders'],
  readCompanyPeople: ['GET', '/environments/{environment}/customer/profile/business/{customerId}/people'],
  removeCompanyPerson: ['DELETE', '/environments/{environment}/customer/profile/business/{customerId}/people/{personId}'],
  raiseCustomerTier: ['POST', '/environments/{environment}/customer/kyc/{customerId}'],
  retryKycCheck: ['POST', '/environments/{environment}/kyc/checks/{checkId}/retry'],
  listCustomers: ['GET', '/environments/{environment}/customer/profiles'],
  validateBvn: ['POST', '/environments/{environment}/kyc/validate/bvn'],
  validateNin: ['POST', '/environments/{environment}/kyc/validate/nin'],
  validateBvnNin: ['POST', '/environments/{environment}/kyc/validate/bvn-nin'],
  verifyDocument: ['POST', '/environments/{environment}/kyc/verify/document'],
  verifyTin: ['POST', '/environments/{environment}/kyc/verify/tin'],
  listKycChecks: ['GET', '/environments/{environment}/kyc/checks'],
  readKycCheck: ['GET', '/environments/{environment}/kyc/checks/{checkId}'],
  createPersonalAccount: ['POST', '/environments/{environment}/account/bank/create/personal'],
  createCollectionAccount: ['POST', '/environments/{environment}/account/collection'],
  createVirtualAccount: ['POST', '/environments/{environment}/account/virtual/create/dynamic'],
  getAccount: ['GET', '/environments/{environment}/account/{accountNumber}'],
  restrictAccount: ['PATCH', '/environments/{environment}/account/{accountNumber}'],
  listAccounts: ['GET', '/environments/{environment}/accounts'],
  listRestrictions: ['GET', '/environments/{environment}/account/{accountNumber}/restrictions'],
  setLowBalance: ['PUT', '/environments/{environment}/account/{accountNumber}/low-balance'],
  placeLien: ['POST', '/environments/{environment}/account/{accountNumber}/lien'],
  releaseLien: ['DELETE', '/environments/{environment}/account/{accountNumber}/lien/{lienId}'],
  readStatement: ['POST', '/environments/{environment}/account/statement'],
  enquireName: ['POST', '/environments/{environment}/transfer/name-enquiry'],
  initiateCustomerTransfer: ['POST', '/environments/{environment}/transfer/customer/initiate'],
  initiateCollectionTransfer: ['POST', '/environments/{environment}/transfer/collection/initiate'],
  validateTransfer: ['POST', '/environments/{environment}/transfer/validate'],
  resendTransferOtp: ['POST', '/environments/{environment}/transfer/resend-otp'],
  cancelTransfer: ['POST', '/environments/{environment}/transfer/cancel'],
  preflightTransfer: ['POST', '/environments/{environment}/transfer/preflight'],
  getTransferStatus: ['GET', '/environments/{environment}/transfer/status/{transactionId}'],
  getTransfer: ['GET', '/environments/{environment}/transfer/{transactionId}'],
  listTransfers: ['GET', '/environments/{environment}/transfers'],
  listBanks: ['GET', '/environments/{environment}/transfer/banks'],
  listBankCandidates: ['GET', '/environments/{environment}/transfer/banks/candidates'],
  getBank: ['GET', '/environments/{environment}/transfer/banks/{bankCode}'],
  createBulkTransfer: ['POST', '/environments/{environment}/transfer/bulk'],
  listBulkTransfers: ['GET', '/environments/{environment}/transfer/bulk'],
  sendBulkTransferOtp: ['POST', '/environments/{environment}/transfer/bulk/{batchId}/otp'],
  validateBulkTransfer: ['POST', '/environments/{environment}/transfer/bulk/{batchId}/validate'],
  cancelBulkTransfer: ['POST', '/environments/{environment}/transfer/bulk/{batchId}/cancel'],
  getBulkTransfer: ['GET', '/environments/{environment}/transfer/bulk/{batchId}'],
  listBulkTransferItems: ['GET', '/environments/{environment}/transfer/bulk/{batchId}/items'],
  saveBeneficiary: ['POST', '/environments/{environment}/customer/{customerId}/beneficiaries'],
  listBeneficiaries: ['GET', '/environments/{environment}/customer/{customerId}/beneficiaries'],
  removeBeneficiary: ['DELETE', '/environments/{environment}/customer/{customerId}/beneficiaries/{beneficiaryId}'],
  getReceipt: ['GET', '/environments/{environment}/transfer/{transactionId}/receipt'],
  verifyReceipt: ['GET', '/environments/{environment}/receipts/{verificationCode}'],
  getLimits: ['GET', '/environments/{environment}/limits/{customerId}'],
  setCustomerLimits: ['PUT', '/environments/{environment}/limits/customer/{customerId}'],
  setAccountLimits: ['PUT', '/environments/{environment}/limits/account/{accountNumber}'],
  exportCustomer: ['GET', '/environments/{environment}/customer/{customerId}/export'],
  eraseCustomer: ['POST', '/environments/{environment}/customer/{customerId}/erase'],
  listAuditLog: ['GET', '/environments/{environment}/audit'],
  requestOtp: ['POST', '/environments/{environment}/utils/otp-request'],
  validateOtp: ['POST', '/environments/{environment}/utils/otp-validation'],
  createWebhook: ['POST', '/environments/{environment}/webhooks'],
  listWebhooks: ['GET', '/environments/{environment}/webhooks'],
  getWebhook: ['GET', '/environments/{environment}/webhooks/{id}'],
  updateWebhook: ['PATCH', '/environments/{environment}/webhooks/{id}'],
  deleteWebhook: ['DELETE', '/environments/{environment}/webhooks/{id}'],
  rotateWebhookSecret: ['POST', '/environments/{environment}/webhooks/{id}/rotate-secret'],
  activateWebhookSecret: ['POST', '/environments/{environment}/webhooks/{id}/activate-secret'],
  verifyWebhookSignature: ['POST', '/environments/{environment}/webhooks/verify-signature'],
  testWebhook: ['POST', '/environments/{environment}/webhooks/{id}/test'],
  replayWebhook: ['POST', '/environments/{environment}/webhooks/{id}/replay'],
  listWebhookDeliveries: ['GET', '/environments/{environment}/webhooks/{id}/deliveries'],
  getWebhookDelivery: ['GET', '/environments/{environment}/webhooks/deliveries/{deliveryId}'],
  replayWebhookDelivery: ['POST', '/environments/{environment}/webhooks/deliveries/{deliveryId}/replay'],
  checkWebhook: ['POST', '/environments/{environment}/webhooks/{id}/go-live-check'],
  getWebhookCheck: ['GET', '/environments/{environment}/webhooks/{id}/go-live-check'],
  postEvent: ['POST', '/environments/{environment}/events'],
  listEvents: ['GET', '/environments/{environment}/events'],
  simulateCredit: ['POST', '/environments/{environment}/sandbox/credit'],
  listSandboxMessages: ['GET', '/environments/{environment}/sandbox/messages'],
  moveSandboxClock: ['POST', '/environments/{environment}/sandbox/clock'],
  controlSandboxTransfer: ['POST', '/environments/{environment}/sandbox/transfers/{transactionId}/{outcome}'],
  resetSandbox: ['POST', '/environments/{environment}/sandbox/reset'],
  revealCustomer: ['GET', '/environments/{environment}/customer/profile/{customerId}/unmasked'],
} as const satisfies Record<keyof Calls, readonly [string, string]>;
