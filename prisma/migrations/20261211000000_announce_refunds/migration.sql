-- A refund is announced with what its payment is for: the page of a repair or an order says whether money is on its way back.
CREATE FUNCTION announce_refunds() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('refunds', (SELECT array_agg(id) FROM changed));
  PERFORM announce_ids(p.noun, array_agg(DISTINCT p.noun_id)) FROM changed AS r JOIN payments AS p ON p.id = r.payment_id
    WHERE p.noun IN ('repairs', 'orders') AND p.noun_id IS NOT NULL GROUP BY p.noun;
  RETURN NULL;
END
$$;
DROP TRIGGER announce_insert ON refunds;
DROP TRIGGER announce_update ON refunds;
CREATE TRIGGER announce_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_refunds();
CREATE TRIGGER announce_update AFTER UPDATE ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_refunds();
