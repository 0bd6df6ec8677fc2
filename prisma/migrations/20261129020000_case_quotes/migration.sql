-- One quote of a case, whatever kind it is: what an estimate of a repair and an offer for a trade-in have in common (docs/decisions/082).
-- Its id is the id of the estimate or the offer. Lines and the details of an offer stay with their kind.
CREATE TYPE quote_state AS ENUM ('draft', 'sent', 'accepted', 'declined', 'disputed', 'expired');
CREATE TABLE case_quotes (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    case_id uuid NOT NULL,
    number integer NOT NULL,
    state quote_state NOT NULL DEFAULT 'draft',
    total decimal(12,2) NOT NULL DEFAULT 0,
    customer_id uuid,
    sent_at timestamptz(3),
    expires_at timestamptz(3),
    answered_at timestamptz(3),
    answered_by_user uuid,
    answer_via answer_channel,
    answer_note text,
    reminded_days integer NOT NULL DEFAULT 0,
    requested_by uuid,
    requested_at timestamptz(3),
    requested_ip text,
    because text,
    email jsonb,
    refused_by uuid,
    refused_at timestamptz(3),
    refused_note text,
    sent_by uuid,
    approved_by uuid,
    approved_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    created_by uuid,
    updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    version integer NOT NULL DEFAULT 1,

    CONSTRAINT case_quotes_pkey PRIMARY KEY (id),
    CONSTRAINT second_administrator CHECK (approved_by <> requested_by)
);
CREATE UNIQUE INDEX case_quotes_case_id_number_key ON case_quotes (case_id, number);
CREATE INDEX case_quotes_answered_by_user_idx ON case_quotes (answered_by_user);
CREATE INDEX case_quotes_requested_by_idx ON case_quotes (requested_by);
CREATE INDEX case_quotes_approved_by_idx ON case_quotes (approved_by);
CREATE INDEX case_quotes_created_by_idx ON case_quotes (created_by);
CREATE INDEX case_quotes_sent_by_sent_at_idx ON case_quotes (sent_by, sent_at);
CREATE INDEX case_quotes_state_expires_at_idx ON case_quotes (state, expires_at);
ALTER TABLE case_quotes ADD CONSTRAINT case_quotes_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE case_quotes ADD CONSTRAINT case_quotes_answered_by_user_fkey FOREIGN KEY (answered_by_user) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE case_quotes ADD CONSTRAINT case_quotes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE case_quotes ADD CONSTRAINT case_quotes_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE case_quotes ADD CONSTRAINT case_quotes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;

-- The version before reads and writes estimates and offers whole: whatever is written in one place is written in the other as it is,
-- with its version and its time. The setting says that a row is such a copy, of which no copy is made again. A row is copied as it is
-- by then, and not as it was when the trigger was queued: an account that is deleted changes both tables in one statement. The change
-- feed and the reports go on following estimates and offers, so that nothing is told or counted twice.
CREATE FUNCTION keep_quote_of_estimate() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF current_setting('shop.keeps_quotes', true) = 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('shop.keeps_quotes', 'on', true);
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM case_quotes AS q USING cases AS c WHERE c.id = q.case_id AND c.kind = 'repairs';
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM case_quotes WHERE id = OLD.id;
  ELSE
    INSERT INTO case_quotes (id, case_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via,
      answer_note, reminded_days, created_at, created_by, updated_at, version)
    SELECT q.id, q.repair_id, q.number, q.state::text::quote_state, q.total, q.customer_id, q.sent_at, q.expires_at, q.answered_at,
      q.answered_by_user, q.answer_via, q.answer_note, q.reminded_days, q.created_at, q.created_by, q.updated_at, q.version
    FROM repair_estimates AS q WHERE q.id = NEW.id
    ON CONFLICT (id) DO UPDATE SET
      (case_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via, answer_note,
      reminded_days, created_at, created_by, updated_at, version) =
      ROW (excluded.case_id, excluded.number, excluded.state, excluded.total, excluded.customer_id, excluded.sent_at,
      excluded.expires_at, excluded.answered_at, excluded.answered_by_user, excluded.answer_via, excluded.answer_note,
      excluded.reminded_days, excluded.created_at, excluded.created_by, excluded.updated_at, excluded.version);
  END IF;
  PERFORM set_config('shop.keeps_quotes', 'off', true);
  RETURN NULL;
END
$$;

CREATE FUNCTION keep_quote_of_offer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF current_setting('shop.keeps_quotes', true) = 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('shop.keeps_quotes', 'on', true);
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM case_quotes AS q USING cases AS c WHERE c.id = q.case_id AND c.kind = 'trade_ins';
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM case_quotes WHERE id = OLD.id;
  ELSE
    INSERT INTO case_quotes (id, case_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via,
      answer_note, reminded_days, created_at, created_by, updated_at, version, requested_by, requested_at, requested_ip,
      because, email, refused_by, refused_at, refused_note, sent_by, approved_by, approved_at)
    SELECT q.id, q.trade_in_id, q.number, q.state::text::quote_state, q.final_value, q.customer_id, q.sent_at, q.expires_at,
      q.answered_at, q.answered_by_user, q.answer_via, q.answer_note, q.reminded_days, q.created_at, q.created_by, q.updated_at,
      q.version, q.requested_by, q.requested_at, q.requested_ip, q.because, q.email, q.refused_by, q.refused_at, q.refused_note,
      q.sent_by, q.approved_by, q.approved_at
    FROM trade_in_offers AS q WHERE q.id = NEW.id
    ON CONFLICT (id) DO UPDATE SET
      (case_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via, answer_note,
      reminded_days, created_at, created_by, updated_at, version, requested_by, requested_at, requested_ip, because, email,
      refused_by, refused_at, refused_note, sent_by, approved_by, approved_at) =
      ROW (excluded.case_id, excluded.number, excluded.state, excluded.total, excluded.customer_id, excluded.sent_at,
      excluded.expires_at, excluded.answered_at, excluded.answered_by_user, excluded.answer_via, excluded.answer_note,
      excluded.reminded_days, excluded.created_at, excluded.created_by, excluded.updated_at, excluded.version,
      excluded.requested_by, excluded.requested_at, excluded.requested_ip, excluded.because, excluded.email,
      excluded.refused_by, excluded.refused_at, excluded.refused_note, excluded.sent_by, excluded.approved_by,
      excluded.approved_at);
  END IF;
  PERFORM set_config('shop.keeps_quotes', 'off', true);
  RETURN NULL;
END
$$;

CREATE FUNCTION keep_estimate_or_offer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF current_setting('shop.keeps_quotes', true) = 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('shop.keeps_quotes', 'on', true);
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM repair_estimates;
    DELETE FROM trade_in_offers;
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM repair_estimates WHERE id = OLD.id;
    DELETE FROM trade_in_offers WHERE id = OLD.id;
  ELSIF (SELECT c.kind FROM cases AS c WHERE c.id = NEW.case_id) = 'repairs' THEN
    INSERT INTO repair_estimates (id, repair_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via,
      answer_note, reminded_days, created_at, created_by, updated_at, version)
    SELECT q.id, q.case_id, q.number, q.state::text::estimate_state, q.total, q.customer_id, q.sent_at, q.expires_at, q.answered_at,
      q.answered_by_user, q.answer_via, q.answer_note, q.reminded_days, q.created_at, q.created_by, q.updated_at, q.version
    FROM case_quotes AS q WHERE q.id = NEW.id
    ON CONFLICT (id) DO UPDATE SET
      (repair_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via, answer_note,
      reminded_days, created_at, created_by, updated_at, version) =
      ROW (excluded.repair_id, excluded.number, excluded.state, excluded.total, excluded.customer_id, excluded.sent_at,
      excluded.expires_at, excluded.answered_at, excluded.answered_by_user, excluded.answer_via, excluded.answer_note,
      excluded.reminded_days, excluded.created_at, excluded.created_by, excluded.updated_at, excluded.version);
  ELSE
    INSERT INTO trade_in_offers (id, trade_in_id, number, state, final_value, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via,
      answer_note, reminded_days, created_at, created_by, updated_at, version, requested_by, requested_at, requested_ip,
      because, email, refused_by, refused_at, refused_note, sent_by, approved_by, approved_at)
    SELECT q.id, q.case_id, q.number, q.state::text::offer_state, q.total, q.customer_id, q.sent_at, q.expires_at, q.answered_at,
      q.answered_by_user, q.answer_via, q.answer_note, q.reminded_days, q.created_at, q.created_by, q.updated_at, q.version,
      q.requested_by, q.requested_at, q.requested_ip, q.because, q.email, q.refused_by, q.refused_at, q.refused_note, q.sent_by,
      q.approved_by, q.approved_at
    FROM case_quotes AS q WHERE q.id = NEW.id
    ON CONFLICT (id) DO UPDATE SET
      (trade_in_id, number, state, final_value, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via,
      answer_note, reminded_days, created_at, created_by, updated_at, version, requested_by, requested_at, requested_ip,
      because, email, refused_by, refused_at, refused_note, sent_by, approved_by, approved_at) =
      ROW (excluded.trade_in_id, excluded.number, excluded.state, excluded.final_value, excluded.customer_id, excluded.sent_at,
      excluded.expires_at, excluded.answered_at, excluded.answered_by_user, excluded.answer_via, excluded.answer_note,
      excluded.reminded_days, excluded.created_at, excluded.created_by, excluded.updated_at, excluded.version,
      excluded.requested_by, excluded.requested_at, excluded.requested_ip, excluded.because, excluded.email,
      excluded.refused_by, excluded.refused_at, excluded.refused_note, excluded.sent_by, excluded.approved_by,
      excluded.approved_at);
  END IF;
  PERFORM set_config('shop.keeps_quotes', 'off', true);
  RETURN NULL;
END
$$;

CREATE TRIGGER begin_version BEFORE INSERT ON case_quotes FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON case_quotes FOR EACH ROW
  WHEN (current_setting('shop.keeps_quotes', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION mark_change();
CREATE OR REPLACE TRIGGER mark_change BEFORE UPDATE ON repair_estimates FOR EACH ROW
  WHEN (current_setting('shop.keeps_quotes', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION mark_change();
-- The details of an offer are written with its quote, whose version counts the change.
CREATE OR REPLACE TRIGGER mark_change BEFORE UPDATE OF trade_in_id, number, state, final_value, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via,
  answer_note, reminded_days, created_at, created_by, updated_at, version, requested_by, requested_at, requested_ip, because,
  email, refused_by, refused_at, refused_note, sent_by, approved_by, approved_at
  ON trade_in_offers FOR EACH ROW
  WHEN (current_setting('shop.keeps_quotes', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION mark_change();

CREATE TRIGGER keep_quote AFTER INSERT OR UPDATE OR DELETE ON case_quotes FOR EACH ROW EXECUTE FUNCTION keep_estimate_or_offer();
CREATE TRIGGER keep_quote_truncate AFTER TRUNCATE ON case_quotes FOR EACH STATEMENT EXECUTE FUNCTION keep_estimate_or_offer();
CREATE TRIGGER keep_quote AFTER INSERT OR UPDATE OR DELETE ON repair_estimates FOR EACH ROW EXECUTE FUNCTION keep_quote_of_estimate();
CREATE TRIGGER keep_quote_truncate AFTER TRUNCATE ON repair_estimates FOR EACH STATEMENT EXECUTE FUNCTION keep_quote_of_estimate();
CREATE TRIGGER keep_quote AFTER INSERT OR DELETE OR UPDATE OF trade_in_id, number, state, final_value, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via,
  answer_note, reminded_days, created_at, created_by, updated_at, version, requested_by, requested_at, requested_ip, because,
  email, refused_by, refused_at, refused_note, sent_by, approved_by, approved_at
  ON trade_in_offers FOR EACH ROW EXECUTE FUNCTION keep_quote_of_offer();
CREATE TRIGGER keep_quote_truncate AFTER TRUNCATE ON trade_in_offers FOR EACH STATEMENT EXECUTE FUNCTION keep_quote_of_offer();
