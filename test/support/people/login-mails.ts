import { MAIL_EMAIL_LINK, MAIL_LOGIN } from '#services/identity/mail/login-mails'
import { loginMailTasks } from '#services/identity/mail/mail-login'
import type { OutgoingMail } from '#services/mail/transport/mail-transport'
import type { TestApp } from '../build-app.ts'
import { ORIGIN, runJobs } from '../jobs/run-jobs.ts'

const sent: OutgoingMail[] = []

const tasks = loginMailTasks({
  origin: ORIGIN,
  installation: '',
  from: 'guildhall@mail.example',
  transport: { name: 'memory', send: async (mail) => void sent.push(mail), close: () => undefined },
})

/** Runs the jobs that mail people about their logins, and returns the mails to an address, the newest first. */
export const loginMails = async (server: TestApp, email: string): Promise<OutgoingMail[]> => {
  for (const kind of [MAIL_LOGIN, MAIL_EMAIL_LINK]) await runJobs(server, kind, tasks)
  return sent.filter(({ to }) => to.address === email).reverse()
}

/** The same without the notices of new browsers, which are as many as the sign-ins of a test. */
export const loginChanges = async (server: TestApp, email: string): Promise<OutgoingMail[]> =>
  (await loginMails(server, email)).filter(({ subject }) => !subject.includes('in a new browser'))

/** The path of the newest mailed link to set a new password; undefined if there is none. */
export const mailedReset = async (server: TestApp, email: string): Promise<string | undefined> => {
  const mail = (await loginMails(server, email)).find(({ text }) => text.includes('/reset-password/'))
  return mail && /\/reset-password\/[\w-]+/.exec(mail.text)?.[0]
}

/** The path of the newest mailed link that confirms an address; undefined if there is none. */
export const mailedConfirmation = async (server: TestApp, email: string): Promise<string | undefined> => {
  const mail = (await loginMails(server, email)).find(({ text }) => text.includes('/account/email/confirm/'))
  return mail && /\/account\/email\/confirm\/[\w-]+/.exec(mail.text)?.[0]
}
