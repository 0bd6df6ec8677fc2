-- What an administrator may do; null is everything. Keys have the same form (contracts/identity/api-keys.ts).
ALTER TABLE profiles ADD COLUMN scopes jsonb;

-- Programs that call as an administrator. Only a hash of the key is kept.
CREATE TABLE api_keys (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    name text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL,
    scopes jsonb NOT NULL DEFAULT '[]',
    networks jsonb NOT NULL DEFAULT '[]',
    created_by uuid NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    revoked_by uuid,
    last_used_at timestamptz(3),
    last_used_ip text,

    CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);
CREATE INDEX api_keys_created_by_idx ON api_keys (created_by);
CREATE INDEX api_keys_revoked_by_idx ON api_keys (revoked_by);
CREATE INDEX api_keys_created_at_id_idx ON api_keys (created_at DESC, id DESC);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;

-- From where a key was used: the first call of a network is written down.
CREATE TABLE api_key_networks (
    key_id uuid NOT NULL,
    network text NOT NULL,
    first_used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT api_key_networks_pkey PRIMARY KEY (key_id, network)
);
ALTER TABLE api_key_networks ADD CONSTRAINT api_key_networks_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys (id) ON DELETE CASCADE ON UPDATE CASCADE;

-- A key ends with its creator's role, for good: it does not come back when the role does. Plain SQL counts too.
CREATE FUNCTION revoke_api_keys() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE api_keys SET revoked_at = now() WHERE created_by = OLD.user_id AND revoked_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER revoke_api_keys AFTER UPDATE OF role ON profiles FOR EACH ROW
  WHEN (OLD.role = 'admin' AND NEW.role <> 'admin') EXECUTE FUNCTION revoke_api_keys();
CREATE TRIGGER revoke_api_keys_of_removed AFTER DELETE ON profiles FOR EACH ROW WHEN (OLD.role = 'admin') EXECUTE FUNCTION revoke_api_keys();
