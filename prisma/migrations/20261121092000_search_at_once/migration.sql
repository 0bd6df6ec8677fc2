-- A GIN index keeps new entries in a list that every search reads through, up to 4 MB, until a vacuum
-- sorts them in; the embedded database has no process that vacuums. Entries go in at once instead.
ALTER INDEX profiles_search_idx SET (fastupdate = off);
ALTER INDEX orders_search_idx SET (fastupdate = off);
ALTER INDEX products_search_idx SET (fastupdate = off);
ALTER INDEX repairs_search_idx SET (fastupdate = off);
ALTER INDEX trade_ins_search_idx SET (fastupdate = off);
ALTER INDEX trade_in_machines_search_idx SET (fastupdate = off);

SELECT gin_clean_pending_list('profiles_search_idx'), gin_clean_pending_list('orders_search_idx'),
  gin_clean_pending_list('products_search_idx'), gin_clean_pending_list('repairs_search_idx'),
  gin_clean_pending_list('trade_ins_search_idx'), gin_clean_pending_list('trade_in_machines_search_idx');
