-- VAT numbers of buyers are checked by a job. A check changes nothing that a form has, so it leaves their version alone.
SELECT shop_queue.create_queue('vat-numbers', '{"policy": "standard", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 30}');

DROP TRIGGER mark_change ON buyers;
CREATE TRIGGER mark_change BEFORE UPDATE OF email, full_name, is_business, company, billing_address, postal_address, country, vat_number, terms_days
  ON buyers FOR EACH ROW EXECUTE FUNCTION mark_change();
