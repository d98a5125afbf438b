import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { messageOptions } from './message-options.ts'

/** Returns the name of a file, `t1-m0000000042.eml`: the same for every attempt of one mail. */
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
      // Unique, because two workers can send one mail at the same time.
      const part = join(folder, `.${name}.${randomUUID()}.part`)
      const whole = join(folder, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeSynced(part, message as Buffer)
        await rename(part, whole)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    close: () => undefined,
  }
}

const writeSynced = async (path: string, content: Buffer): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
