-- The quotes from before the triggers. In a script of its own: nobody waits for a lock meanwhile. None of them goes while it is copied,
-- and what is written meanwhile is there already.
SELECT set_config('shop.keeps_quotes', 'on', true);
INSERT INTO case_quotes (id, case_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via, answer_note,
  reminded_days, created_at, created_by, updated_at, version)
SELECT q.id, q.repair_id, q.number, q.state::text::quote_state, q.total, q.customer_id, q.sent_at, q.expires_at, q.answered_at,
  q.answered_by_user, q.answer_via, q.answer_note, q.reminded_days, q.created_at, q.created_by, q.updated_at, q.version
FROM repair_estimates AS q FOR KEY SHARE
ON CONFLICT (id) DO NOTHING;
INSERT INTO case_quotes (id, case_id, number, state, total, customer_id, sent_at, expires_at, answered_at, answered_by_user, answer_via, answer_note,
  reminded_days, created_at, created_by, updated_at, version, requested_by, requested_at, requested_ip, because, email,
  refused_by, refused_at, refused_note, sent_by, approved_by, approved_at)
SELECT q.id, q.trade_in_id, q.number, q.state::text::quote_state, q.final_value, q.customer_id, q.sent_at, q.expires_at,
  q.answered_at, q.answered_by_user, q.answer_via, q.answer_note, q.reminded_days, q.created_at, q.created_by, q.updated_at,
  q.version, q.requested_by, q.requested_at, q.requested_ip, q.because, q.email, q.refused_by, q.refused_at, q.refused_note,
  q.sent_by, q.approved_by, q.approved_at
FROM trade_in_offers AS q FOR KEY SHARE
ON CONFLICT (id) DO NOTHING;
SELECT set_config('shop.keeps_quotes', 'off', true);
