-- The final value that an administrator has confirmed, knowing what the customer has said to the offer.
-- allowed adding-foreign-key-constraint: the new column is empty
ALTER TABLE case_quotes
    ADD COLUMN confirmed_value numeric(12,2),
    ADD COLUMN confirmed_at timestamptz(3),
    ADD COLUMN confirmed_by uuid CONSTRAINT case_quotes_confirmed_by_fkey REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;

-- allowed require-concurrent-index-creation: the new column is empty
CREATE INDEX case_quotes_confirmed_by_idx ON case_quotes (confirmed_by);

-- To send an offer has set the final value until now: of trade-ins that are not over, only accepted values stay.
-- allowed changes-many-rows: few trade-ins are open with an offer
UPDATE trade_ins AS t SET final_value = (
    SELECT o.total FROM case_quotes AS o
    WHERE o.case_id = t.id AND o.state = 'accepted' AND customer_of_row(o.customer_id, o.case_id) IS NOT DISTINCT FROM t.user_id
    ORDER BY o.number DESC LIMIT 1)
WHERE t.status NOT IN ('completed', 'rejected') AND t.final_value IS NOT NULL AND t.final_value = (
    SELECT CASE WHEN o.state <> 'accepted' THEN o.total END FROM case_quotes AS o
    WHERE o.case_id = t.id AND o.state <> 'draft' ORDER BY o.number DESC LIMIT 1);
