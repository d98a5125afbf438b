import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { builtInTemplate } from '../built-in/built-in-templates.ts'
import { LAYOUT_KEY, layout } from '../built-in/layout.ts'
import type { MailOtherwise } from '../queue-mail.ts'
import type { TemplateTexts } from '../rendering/write-mail.ts'
import { suppressionSql } from '../suppression-sql.ts'

/** A mail that waits to be sent. */
export interface DueMail {
  id: number
  key: string
  templateKey: string
  /** Of the tenant's own template, where it is written by one. */
  templateId: number | null
  otherwise: MailOtherwise | null
  toAddress: string
  toName: string | null
  addressKey: string
  data: Record<string, unknown> | null
  category: string | null
  isTracked: boolean
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
    SELECT m.id, m.key, m.template_key AS "templateKey", m.template_id AS "templateId",
      m.otherwise, m.to_address AS "toAddress", m.to_name AS "toName",
      m.address_key AS "addressKey", m.data, m.category, m.is_tracked AS "isTracked", m.tries, m.created_at AS "createdAt",
      m.message_id AS "messageId", m.subject, m.html, m.text, ${suppressed} AS suppressed
    FROM mail_message m WHERE m.tenant_id = ${db.tenantId} AND m.id = ${id} AND m.status = 'queued'`)
  return due
}

/** A template's texts, and what stands around them; undefined where there is no such template. */
export interface FoundTemplate {
  template: TemplateTexts | undefined
  layoutHtml: string
}

/** The tenant's texts, the product's where it has none of its own; nothing stands around what is designed. */
export const findTemplate = async ({ db }: Pick<Scope, 'db'>, key: string): Promise<FoundTemplate> => {
  const rows = await db.prisma.mailTemplate.findMany({
    where: { tenantId: db.tenantId, key: { in: [key, LAYOUT_KEY] } },
    select: { key: true, subject: true, html: true, text: true, isDesigned: true },
  })
  const own = rows.find((row) => row.key === key)
  const shipped = builtInTemplate(key)
  return {
    template: own ?? (shipped && { subject: shipped.subject, html: shipped.html, text: null }),
    layoutHtml:
      own?.isDesigned && key !== LAYOUT_KEY ? BARE : (rows.find((row) => row.key === LAYOUT_KEY)?.html ?? layout.html),
  }
}

/** A template of the tenant's own, whatever mail it is for. */
export const findOwnTemplate = async ({ db }: Pick<Scope, 'db'>, id: number): Promise<FoundTemplate> => {
  const { tenantId, prisma } = db
  const rows = await prisma.mailTemplate.findMany({
    where: { tenantId, OR: [{ id }, { key: LAYOUT_KEY }] },
    select: { id: true, key: true, subject: true, html: true, text: true, isDesigned: true },
  })
  const template = rows.find((row) => row.id === id)
  const own = rows.find(({ key }) => key === LAYOUT_KEY)?.html ?? layout.html
  return { template, layoutHtml: template?.isDesigned ? BARE : own }
}

/** Only the way out stands below what is designed: no mail that can be unsubscribed from goes without. */
const BARE = `{{ content | raw }}{% if unsubscribe_url %}<p style="font-size: 12px"><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>{% endif %}`
