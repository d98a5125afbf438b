import { Command, InvalidArgumentError, Option } from 'commander'
import type { MailMessage, Prisma } from '#prisma/client'
import { UserError } from './failure.ts'
import { printable } from './printable.ts'
import { findTenant, withSession } from './session.ts'

const STATUSES = ['queued', 'sent', 'failed', 'suppressed'] as const

interface ListOptions {
  tenant?: string
  status?: (typeof STATUSES)[number]
  limit: number
}

const wholeNumber =
  (maxDigits: number) =>
  (text: string): number => {
    if (!/^[1-9]\d*$/.test(text) || text.length > maxDigits)
      throw new InvalidArgumentError(`The value must be a whole number from 1, of at most ${maxDigits} digits.`)
    return Number(text)
  }

export const mailCommand = (): Command => {
  const mail = new Command('mail').description('List and show mails.')
  mail
    .command('list')
    .description('List mails, newest first: id, time, status, recipient, subject or key.')
    .option('--tenant <key>', 'list only mails of this tenant')
    .addOption(new Option('--status <status>', 'list only mails with this status').choices(STATUSES))
    .option('--limit <number>', 'maximum number of mails', wholeNumber(9), 50)
    .action(list)
  mail
    .command('show')
    .description('Show a mail with its text.')
    .argument('<id>', 'id of the mail', wholeNumber(15))
    .option('--tenant <key>', 'tenant of the mail')
    .action(show)
  return mail
}

const list = ({ tenant, status, limit }: ListOptions): Promise<void> =>
  withSession(async (session) => {
    const where: Prisma.MailMessageWhereInput = {
      ...(tenant !== undefined && { tenantId: (await findTenant(session, tenant)).id }),
      ...(status !== undefined && { status }),
    }
    const { mailMessage } = session.installation.database.system
    const found = await mailMessage.findMany({ where, orderBy: { id: 'desc' }, take: limit })
    for (const row of found) console.log(lineOf(row))
    if (found.length === 0) console.error('No mail matches.')
  })

const lineOf = ({ id, createdAt, status, toAddress, subject, key, reason }: MailMessage): string => {
  const why = status === 'sent' || reason === null ? '' : `  (${reason})`
  return printable(
    `${String(id).padStart(6)}  ${createdAt.toISOString()}  ${status.padEnd(10)}  ${toAddress}  ${subject ?? key}${why}`,
  )
}

const show = (id: number, { tenant }: { tenant?: string }): Promise<void> =>
  withSession(async (session) => {
    const tenantId = tenant === undefined ? undefined : (await findTenant(session, tenant)).id
    const { mailMessage } = session.installation.database.system
    const found = await mailMessage.findFirst({ where: { id, ...(tenantId !== undefined && { tenantId }) } })
    if (!found) throw new UserError(`Mail ${id} does not exist. List the mails: guildhall mail list`)
    const head = headOf(found).map(([name, value]) => `${`${name}:`.padEnd(13)}${printable(value)}`)
    const body = found.text ?? 'The mail has no text yet. The first attempt to send it renders the text.'
    console.log([...head, '', ...body.split('\n').map(printable)].join('\n'))
  })

const headOf = (mail: MailMessage): [string, string][] => {
  const { toName, toAddress, subject, status, reason, messageId, category, sentAt } = mail
  const rows: [string, string | null][] = [
    ['To', toName === null ? toAddress : `${toName} <${toAddress}>`],
    ['Subject', subject],
    ['Status', reason === null ? status : `${status}: ${reason}`],
    ['Requested', mail.createdAt.toISOString()],
    ['Sent', sentAt?.toISOString() ?? null],
    ['Key', mail.key],
    ['Category', category],
    ['Message-ID', messageId],
  ]
  return rows.filter((row): row is [string, string] => row[1] !== null)
}
