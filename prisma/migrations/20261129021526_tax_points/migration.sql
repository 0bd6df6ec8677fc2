ALTER TABLE billing_documents ADD COLUMN tax_point date;

-- The day belongs to what is frozen.
DROP TRIGGER frozen ON billing_documents;
CREATE TRIGGER frozen BEFORE UPDATE OF id, kind, purpose, state, number, series, year, place, buyer_id, account_id, noun, noun_id, of_id,
    issued_at, issued_on, supplied_on, tax_point, due_on, net, vat, total, vat_sterling, rate_sterling, rate_day, rate_source, seller, buyer,
    reason, key ON billing_documents
  FOR EACH ROW WHEN (OLD.state = 'issued') EXECUTE FUNCTION refuse_issued_change();
