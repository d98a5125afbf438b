import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { messageOptions } from './message-options.ts'

/** `t1-m0000000042.eml`: the same for every attempt of one mail. */
export const outboxFileName = ({ tenantId, id }: Pick<OutgoingMail, 'tenantId' | 'id'>): string =>
  `t${tenantId}-m${String(id).padStart(10, '0')}.eml`

/**
 * Writes each mail to a folder as one RFC 5322 file instead of sending it. Files appear complete or not at all, and only
 * their owner can read them; a mail that is sent again overwrites its file.
 */
export const outboxFolder = (folder: string): MailTransport => {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    name: `the folder ${folder}`,
    send: async (mail) => {
      const { message } = await writer.sendMail(messageOptions(mail))
      const name = outboxFileName(mail)
      const part = join(folder, `.${name}.part`)
      const whole = join(folder, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(part, 'w', 0o600)
      try {
        await file.writeFile(message as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, whole)
    },
    close: () => undefined,
  }
}
