import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { addressKeyOf, displayName, isMailAddress } from '#kernel/text/mail-address'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { builtInTemplate } from './built-in/built-in-templates.ts'
import { jobsOfSql } from './sending/send-job.ts'
import { suppressionSql } from './suppression-sql.ts'

/** Replaces values of the template and the tenant, or adds to them; the subject is Liquid. */
export interface MailOtherwise {
  subject?: string
  fromName?: string
  replyTo?: string
  /** The signature at the end, as it is when the mail is written. */
  signatureId?: number
}

/** A small text that exists only as the attachment of a mail, such as an item for a calendar. */
export interface TextAttachment {
  name: string
  /** With its parameters: `text/calendar; method=PUBLISH`. */
  mediaType: string
  text: string
}

export interface MailRequest {
  /**
   * The purpose, unique in the tenant: `membership-expiring:812:2027-01-31:30`. A mail with the same key is sent once,
   * for any number of requests.
   */
  key: string
  /** The key of its template: `membership-expiring`. */
  templateKey: string
  /** A template of the tenant, with or without a key; templateKey then only states the purpose. */
  templateId?: number
  /** Replaces values of the template. */
  otherwise?: MailOtherwise
  to: { address: string; name: string | null; contactId: number | null }
  /** Whether to track when it is opened and its links are followed; see tracking/. */
  isTracked?: boolean
  /** The files that are attached to it. They must exist until it is sent. */
  fileIds?: readonly number[]
  /** Texts that are attached to it. They are deleted when it is sent. */
  texts?: readonly TextAttachment[]
  /** The values of the template's variables. */
  data: Prisma.InputJsonObject
}

/** The reason of a mail that fails before its first attempt because of its address. */
export const BAD_ADDRESS = 'The address is not a valid mail address.'

/** Rows of one statement. */
const BATCH = 1000

/** The tenant of a mail, and the time. */
type MailScope = Pick<Scope, 'clock'> & { db: { readonly tenantId: number } }

/**
 * Queues mails in the transaction of the change that they report: none is sent before its commit, none without it. Uses
 * one statement for every 1,000. Leaves out mails that the tenant has switched off. Mails that must not be sent to their
 * recipient are stored as suppressed or failed, with the reason; this function never fails because of an address or a
 * template.
 */
export const queueMail = async (scope: MailScope, tx: SqlRunner, mails: readonly MailRequest[]): Promise<void> => {
  for (let from = 0; from < mails.length; from += BATCH) {
    await tx.rows(queueSql(scope, mails.slice(from, from + BATCH)))
  }
}

const queueSql = ({ db, clock }: MailScope, mails: readonly MailRequest[]): Sql => {
  const tenantId = Prisma.sql`${db.tenantId}::int`
  const reason = suppressionSql({
    tenantId,
    addressKey: Prisma.sql`a.address_key`,
    contactId: Prisma.sql`a.contact_id`,
    category: Prisma.sql`a.category`,
  })
  return Prisma.sql`WITH asked AS (
      SELECT m.*, CASE WHEN t.id IS NULL THEN m.usual_category ELSE t.category END AS category
      FROM jsonb_to_recordset(${JSON.stringify(mails.map(rowOf))}::jsonb) AS m(key text, template_key text,
        template_id int, otherwise jsonb, to_address text, address_key text, to_name text, contact_id int, data jsonb, is_tracked boolean,
        file_ids int[], texts jsonb, usual_category text, fault text)
      LEFT JOIN mail_template t ON t.tenant_id = ${tenantId}
        AND CASE WHEN m.template_id IS NULL THEN t.key = m.template_key ELSE t.id = m.template_id END
      WHERE coalesce((SELECT s.is_on FROM mail_switch s WHERE s.tenant_id = ${tenantId} AND s.template_key = m.template_key
        ORDER BY s.id DESC LIMIT 1), true)
    ), judged AS (
      SELECT a.*, CASE WHEN a.fault IS NULL THEN ${reason} END AS suppressed FROM asked a
    ), made AS (
      INSERT INTO mail_message (tenant_id, key, template_key, template_id, otherwise, contact_id, to_address, address_key, to_name, data,
        is_tracked, file_ids, texts, category, status, reason, created_at)
      SELECT ${tenantId}, key, template_key, template_id, otherwise, contact_id, to_address, address_key, to_name, data,
        is_tracked, file_ids, texts, category,
        CASE WHEN fault IS NOT NULL THEN 'failed' WHEN suppressed IS NOT NULL THEN 'suppressed' ELSE 'queued' END,
        coalesce(fault, suppressed), ${clock.now()}::timestamptz
      FROM judged ORDER BY key
      ON CONFLICT (tenant_id, key) DO NOTHING RETURNING tenant_id, id, status
    ) ${jobsOfSql(Prisma.sql`made`)}`
}

const rowOf = ({ key, templateKey, templateId, otherwise, to, data, isTracked, fileIds, texts }: MailRequest) => {
  const address = to.address.trim()
  return {
    key,
    template_key: templateKey,
    template_id: templateId ?? null,
    otherwise: otherwise && Object.keys(otherwise).length > 0 ? otherwise : null,
    to_address: address,
    address_key: addressKeyOf(address),
    to_name: displayName(to.name),
    contact_id: to.contactId,
    data,
    is_tracked: isTracked ?? false,
    file_ids: fileIds ?? [],
    texts: texts && texts.length > 0 ? texts : null,
    usual_category: builtInTemplate(templateKey)?.category ?? null,
    fault: isMailAddress(address) ? null : BAD_ADDRESS,
  }
}
