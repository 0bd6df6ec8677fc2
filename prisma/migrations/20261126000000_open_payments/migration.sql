-- Whether something is paid with store credit that was not given back. A function, because its look at the payments begins when it
-- is called: what a change of status locks first is seen with the payments that were made while it waited.
CREATE FUNCTION has_open_payments(paid_noun text, paid_id uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM credit_payments WHERE noun = paid_noun AND noun_id = paid_id::text AND released_at IS NULL);
END
$$;
