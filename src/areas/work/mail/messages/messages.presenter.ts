import type { MailMessageItem } from '#contract/work/mail'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { MailMessage } from '#prisma/client'
import { isSecretMail } from '#services/mail/built-in/built-in-templates'
import { removeTracking } from '#services/mail/tracking/track-html'
import type { TrackingTokens } from '#services/mail/tracking/tracking-tokens'

/** @param tokens of the tracked links. They are presented with their original addresses. */
export const presentMessage = (scope: Scope, tokens: TrackingTokens, stored: MailMessage): MailMessageItem => {
  const message = isSecretMail(stored.templateKey) ? { ...stored, html: null, text: null } : stored
  return present(scope, tokens, message)
}

const present = (scope: Scope, tokens: TrackingTokens, message: MailMessage): MailMessageItem => ({
  MessageId: Number(message.id),
  Key: message.key,
  TemplateKey: message.templateKey,
  ContactId: message.contactId,
  ToAddress: message.toAddress,
  ToName: message.toName,
  Category: message.category,
  Status: message.status as MailMessageItem['Status'],
  Reason: message.reason,
  HeaderMessageId: message.messageId,
  Subject: message.subject,
  Html: message.html === null ? null : removeTracking(message.html, tokens),
  Text: message.text,
  FileIds: message.fileIds,
  CreatedDate: message.createdAt.toISOString(),
  SentDate: message.sentAt?.toISOString() ?? null,
  Actions:
    message.status === 'failed' && message.data !== null && hasGrant(scope, 'mail:write') ? ['view', 'send'] : ['view'],
})
