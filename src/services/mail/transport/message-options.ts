import type { SendMailOptions } from 'nodemailer'
import { displayName, oneLine } from '#kernel/text/mail-address'
import type { OutgoingMail } from './mail-transport.ts'

/** Returns the options of nodemailer for a mail: both transports write the same message. */
export const messageOptions = (mail: OutgoingMail): SendMailOptions => ({
  messageId: mail.messageId,
  date: mail.date,
  from: { name: displayName(mail.from.name) ?? '', address: mail.from.address },
  to: { name: displayName(mail.to.name) ?? '', address: mail.to.address },
  ...(mail.replyTo !== null && { replyTo: oneLine(mail.replyTo) }),
  subject: oneLine(mail.subject),
  html: mail.html,
  text: mail.text,
  ...(mail.attachments && {
    attachments: mail.attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content,
      contentDisposition: 'attachment',
    })),
  }),
  headers: {
    // RFC 3834: prevents automatic replies.
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl !== null && {
      // Prepared: written unchanged, because a folded address would not work.
      'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
      // RFC 8058: one POST to that address unsubscribes.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})
