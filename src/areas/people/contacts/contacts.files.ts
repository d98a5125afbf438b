import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'

/** Contacts own their profile images, and the files in their custom fields; communications their attachments. */
export const contactFiles: readonly FileOwner[] = [
  {
    kind: 'contact',
    remedy: 'The file belongs to a contact. Remove it there.',
    scope: 'contacts:read',
    rows: (tenantId) => Prisma.sql`SELECT c.id, c.display_name AS name FROM contact c
      WHERE c.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  },
  {
    kind: 'communication',
    remedy: 'The file belongs to a communication of a contact. Remove it there.',
    scope: 'contacts:read',
    rows: (tenantId) => Prisma.sql`SELECT m.id, m.subject AS name FROM contact_communication m
      JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id AND c.deleted_at IS NULL
      WHERE m.tenant_id = ${tenantId}::integer`,
  },
]
