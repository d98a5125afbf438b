import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { builtInTemplate } from '../built-in/built-in-templates.ts'
import { LAYOUT_KEY, layout } from '../built-in/layout.ts'
import type { MailOtherwise, TextAttachment } from '../queue-mail.ts'
import type { TemplateTexts } from '../rendering/mail-parts.ts'
import { suppressionSql } from '../suppression-sql.ts'

/** A mail that is waiting to be sent. */
export interface DueMail {
  id: number
  key: string
  contactId: number | null
  templateKey: string
  /** The id of the tenant's template, if it has one. */
  templateId: number | null
  otherwise: MailOtherwise | null
  toAddress: string
  toName: string | null
  addressKey: string
  data: Record<string, unknown> | null
  category: string | null
  isTracked: boolean
  fileIds: number[]
  texts: TextAttachment[] | null
  tries: number
  createdAt: Date
  /** The rendered texts of an earlier attempt; all of them or none. */
  messageId: string | null
  subject: string | null
  html: string | null
  text: string | null
  /** The reason for which it must not be sent; null if there is none. */
  suppressed: string | null
}

/** Finds the mail if it is still waiting: it can have been sent or have failed, or not exist. */
export const findDue = async ({ db }: Scope, id: number): Promise<DueMail | undefined> => {
  const suppressed = suppressionSql({
    tenantId: Prisma.sql`m.tenant_id`,
    addressKey: Prisma.sql`m.address_key`,
    contactId: Prisma.sql`m.contact_id`,
    category: Prisma.sql`m.category`,
  })
  const [due] = await db.rows<DueMail>(Prisma.sql`
    SELECT m.id, m.key, m.contact_id AS "contactId", m.template_key AS "templateKey", m.template_id AS "templateId",
      m.otherwise, m.to_address AS "toAddress", m.to_name AS "toName",
      m.address_key AS "addressKey", m.data, m.category, m.is_tracked AS "isTracked", m.file_ids AS "fileIds", m.texts, m.tries, m.created_at AS "createdAt",
      m.message_id AS "messageId", m.subject, m.html, m.text, ${suppressed} AS suppressed
    FROM mail_message m WHERE m.tenant_id = ${db.tenantId} AND m.id = ${id} AND m.status = 'queued'`)
  return due
}

/** A template's texts with their layout; undefined if the template does not exist. */
export interface FoundTemplate {
  template: TemplateTexts | undefined
  layoutHtml: string
}

/** Finds the tenant's texts, or the built-in ones if it has none; a designed template has no layout. */
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

/** Finds a template of the tenant, for any mail. */
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

/** A designed template gets only the link to unsubscribe: every mail of a category has one. */
const BARE = `{{ content | raw }}{% if unsubscribe_url %}<p style="font-size: 12px"><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>{% endif %}`
