import { Prisma } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../tenancy/scope.ts'
import { builtInTemplate } from '../built-in/built-in-templates.ts'
import { LAYOUT_KEY, layout } from '../built-in/layout.ts'
import type { TemplateTexts } from '../rendering/write-mail.ts'
import { suppressionSql } from '../suppression-sql.ts'

/** A mail that waits to be sent. */
export interface DueMail {
  id: number
  key: string
  templateKey: string
  toAddress: string
  toName: string | null
  addressKey: string
  data: Record<string, unknown> | null
  category: string | null
  tries: number
  createdAt: Date
  /** What an earlier try has written; all of it or nothing. */
  messageId: string | null
  subject: string | null
  html: string | null
  text: string | null
  /** Why it must not be sent after all; null where it may. */
  suppressed: string | null
}

/** The mail, where it still waits: it may have been sent, failed or never have been. */
export const findDue = async ({ db }: Scope, id: number): Promise<DueMail | undefined> => {
  const suppressed = suppressionSql({
    tenantId: Prisma.sql`m.tenant_id`,
    addressKey: Prisma.sql`m.address_key`,
    contactId: Prisma.sql`m.contact_id`,
    category: Prisma.sql`m.category`,
  })
  const [due] = await db.rows<DueMail>(Prisma.sql`
    SELECT m.id, m.key, m.template_key AS "templateKey", m.to_address AS "toAddress", m.to_name AS "toName",
      m.address_key AS "addressKey", m.data, m.category, m.tries, m.created_at AS "createdAt",
      m.message_id AS "messageId", m.subject, m.html, m.text, ${suppressed} AS suppressed
    FROM mail_message m WHERE m.tenant_id = ${db.tenantId} AND m.id = ${id} AND m.status = 'queued'`)
  return due
}

/** The tenant's texts, the product's where it has none of its own; undefined for a key that nobody knows. */
export const findTemplate = async (
  { db }: Pick<Scope, 'db'>,
  key: string,
): Promise<{ template: TemplateTexts | undefined; layoutHtml: string }> => {
  const rows = await db.prisma.mailTemplate.findMany({
    where: { tenantId: db.tenantId, key: { in: [key, LAYOUT_KEY] } },
    select: { key: true, subject: true, html: true, text: true },
  })
  const own = rows.find((row) => row.key === key)
  const shipped = builtInTemplate(key)
  return {
    template: own ?? (shipped && { subject: shipped.subject, html: shipped.html, text: null }),
    layoutHtml: rows.find((row) => row.key === LAYOUT_KEY)?.html ?? layout.html,
  }
}
