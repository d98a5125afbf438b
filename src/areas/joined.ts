import type { Task } from '#kernel/jobs/task'
import { NEW_DAY, type NewDayWork, newDays, newDayTask, orderWorks } from '#kernel/jobs/tenant-days'
import { seedRoles } from '#services/auth/roles'
import type { Files } from '#services/files/open-files'
import { totpSecrets } from '#services/identity/second-factor/totp'
import { mailFigure } from '#services/mail/mail.figures'
import type { MailExtensions } from '#services/mail/sending/send-mail'
import type { Area, OutsideTools, RetentionDays } from './area.ts'
import { areas } from './index.ts'

// What the application, the worker and the command line need of all areas together.

const all = <Part>(part: (area: Area) => readonly Part[] | undefined): Part[] =>
  areas.flatMap((area) => part(area) ?? [])

const merged = <Part extends object>(part: (area: Area) => Part | undefined): Part =>
  Object.assign({}, ...areas.map((area) => part(area) ?? {})) as Part

/** Register the operations of the areas. */
export const plugins = all(({ routes }) => routes)

/** The records that areas create in a new tenant. */
export const tenantSeeds = [seedRoles, ...all(({ seeds }) => seeds)]

export const subscribers = all((area) => area.subscribers)

/** The metrics of the services and areas. */
export const figures = [mailFigure, ...all((area) => area.figures)]

/** The columns of sealed secrets, which are encrypted again after a change of the installation's secret. */
export const sealedColumns = [...totpSecrets, ...all(({ sealed }) => sealed)]

/** What areas add to the sending of mail. */
export const mailExtensions = (files: Pick<Files, 'store'>): MailExtensions => merged(({ mail }) => mail?.(files))

/** The work of each tenant after midnight in its time zone. */
export const newDayWorks: readonly NewDayWork[] = orderWorks(all(({ days }) => days))

/** The tasks of jobs that areas enqueue, by name. */
export const tasks: Record<string, Task> = { ...merged((area) => area.tasks), [NEW_DAY]: newDayTask(newDayWorks) }

/** The tasks of jobs that send links to this server. @param origin of this server for recipients. */
export const linkTasks = (origin: string): Record<string, Task> => merged((area) => area.linkTasks?.(origin))

/** The tasks of jobs that need the store of files. */
export const fileTasks = (files: Pick<Files, 'store'>): Record<string, Task> =>
  merged((area) => area.fileTasks?.(files))

/** The tasks of jobs that wait for outside servers. */
export const outsideTasks = (tools: OutsideTools): Record<string, Task> => merged((area) => area.outsideTasks?.(tools))

/** The areas' work that is driven by time. */
export const cronTasks = [newDays(), ...all(({ cron }) => cron)]

/** The areas' deletion of old records, after the days that the operator has set. */
export const areaRetention = (days: RetentionDays) => all(({ retention }) => retention?.(days))

/** The areas' work that runs alongside the jobs. */
export const loops = (tools: Pick<OutsideTools, 'sealer' | 'outbound'>) => all((area) => area.loops?.(tools))
