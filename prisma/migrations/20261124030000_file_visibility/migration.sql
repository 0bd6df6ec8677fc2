-- Which pictures of a case its customer sees: their own, and those that the desk shows them. The desk's own are internal until then.
-- AlterTable
ALTER TABLE "case_files" ADD COLUMN     "from_customer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_shared" BOOLEAN NOT NULL DEFAULT false;

-- What customers have sent so far, signed in or by a link.
UPDATE case_files AS f SET from_customer = true
WHERE f.request_id IS NOT NULL
  OR (f.uploaded_by IS NULL AND f.check_item IS NULL)
  OR EXISTS (SELECT FROM profiles AS p WHERE p.user_id = f.uploaded_by AND p.role = 'customer');
