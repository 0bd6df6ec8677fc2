-- The cases from before the trigger. In a script of its own: nobody waits for a lock meanwhile.
INSERT INTO cases (id, kind) SELECT r.id, 'repairs' FROM repairs AS r ON CONFLICT (id) DO NOTHING;
INSERT INTO cases (id, kind) SELECT t.id, 'trade_ins' FROM trade_ins AS t ON CONFLICT (id) DO NOTHING;
