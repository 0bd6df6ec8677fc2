-- What one administrator asks for and a second one decides: credit notes and payments to take back above the limit, and another account
-- that customers pay to (docs/decisions/105). Without foreign keys: it outlives accounts, as the other requests do.
CREATE TYPE approval_kind AS ENUM ('credit_note', 'release', 'payee');

CREATE TABLE approval_requests (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    kind approval_kind NOT NULL,
    -- The credit note, or the payment with store credit; null for the one account that customers pay to.
    subject_id uuid,
    -- The customer; null for nobody's.
    user_id uuid,
    -- EUR; null for what is no amount.
    amount numeric(12, 2),
    reason text NOT NULL DEFAULT '',
    -- What to do: the lines of a credit note, or the account with the one before.
    details jsonb NOT NULL DEFAULT '{}',
    -- Which sum was above the limit.
    because text,
    state credit_request_state NOT NULL DEFAULT 'waiting',
    requested_by uuid NOT NULL,
    requested_at timestamptz(3) NOT NULL DEFAULT now(),
    requested_ip text,
    decided_by uuid,
    decided_at timestamptz(3),
    -- Why it was refused.
    decision_note text,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT approval_requests_pkey PRIMARY KEY (id),
    CONSTRAINT approval_requests_amount CHECK (amount > 0 AND amount < 'Infinity'),
    CONSTRAINT approval_requests_subject CHECK ((subject_id IS NULL) = (kind = 'payee')),
    CONSTRAINT approval_requests_decided CHECK ((state = 'waiting') = (decided_at IS NULL)),
    CONSTRAINT approval_requests_version CHECK (version > 0)
);
-- One of each subject waits.
CREATE UNIQUE INDEX approval_requests_waiting_key ON approval_requests (kind, coalesce(subject_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE state = 'waiting';
CREATE INDEX approval_requests_state_requested_at_id_idx ON approval_requests (state, requested_at, id);
CREATE INDEX approval_requests_subject_id_idx ON approval_requests (subject_id);

CREATE TRIGGER mark_change BEFORE UPDATE ON approval_requests FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER announce_insert AFTER INSERT ON approval_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON approval_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
