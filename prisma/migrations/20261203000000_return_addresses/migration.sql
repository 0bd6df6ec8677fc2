-- Where a device goes back to, in lines as on a parcel. It is its customer's own.
ALTER TABLE repairs ADD COLUMN return_address text;
ALTER TABLE trade_ins ADD COLUMN return_address text;
ALTER TABLE case_requests ADD COLUMN return_address text;

-- The next customer's device does not go to the one before, and no address outlives its account. The former customer goes on seeing it
-- (case_customers.last). Plain SQL counts too.
CREATE FUNCTION drop_return_address() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.return_address := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER drop_return_address BEFORE UPDATE OF user_id ON repairs FOR EACH ROW
  WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS DISTINCT FROM OLD.user_id AND NEW.return_address IS NOT DISTINCT FROM OLD.return_address)
  EXECUTE FUNCTION drop_return_address();
CREATE TRIGGER drop_return_address BEFORE UPDATE OF user_id ON trade_ins FOR EACH ROW
  WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS DISTINCT FROM OLD.user_id AND NEW.return_address IS NOT DISTINCT FROM OLD.return_address)
  EXECUTE FUNCTION drop_return_address();
