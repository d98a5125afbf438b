import type { SendMailOptions } from 'nodemailer'
import { displayName, oneLine } from '../address.ts'
import type { OutgoingMail } from './mail-transport.ts'

/** How nodemailer is told of a mail: both transports write the same message. */
export const messageOptions = (mail: OutgoingMail): SendMailOptions => ({
  messageId: mail.messageId,
  date: mail.date,
  from: { name: displayName(mail.from.name) ?? '', address: mail.from.address },
  to: { name: displayName(mail.to.name) ?? '', address: mail.to.address },
  ...(mail.replyTo !== null && { replyTo: oneLine(mail.replyTo) }),
  subject: oneLine(mail.subject),
  html: mail.html,
  text: mail.text,
  headers: {
    // RFC 3834: so that nobody's absence note answers it.
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl !== null && {
      // Prepared: written as it is; an address that was folded could not be followed.
      'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
      // RFC 8058: one POST to that address unsubscribes.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})
