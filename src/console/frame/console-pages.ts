import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dropBody } from '#kernel/http/lingering-body'
import type { SentFile } from '#services/calls/call-operation'
import type { StaffRequest } from '#services/identity/staff-pages'
import { FormValues } from '#services/pages/form-values'
import { keepNotice, type Notice, takeNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { type Frame, framedPage } from './layout.ts'
import { sectionName } from './navigation.ts'
import { noAccessPage } from './no-access.page.ts'
import { refusalView } from './refusal.page.ts'
import { problemText, Refused } from './refused.ts'
import { reloadingOf, withoutReload } from './reloading.ts'
import { withReturn } from './return-query.ts'
import { addressOf, type ConsoleUser, consoleUser } from './user.ts'
import type { Crumb, Outcome, View } from './view.ts'

/** The parameters of a path. */
export type PathParams = Readonly<Record<string, string>>

export interface PageOptions {
  /** The path after the organization, with parameters. */
  path: string
  /** The path of the section that the menu marks. */
  section: string
}

export interface ActionOptions {
  path: string
  /** Where the user continues if the operation is rejected: a path after the organization. */
  back(params: PathParams, form: FormValues): string
}

export interface UploadOptions {
  path: string
  /** The same for a form with a file. */
  back(): string
}

/** A file of the console. Its name has only letters, digits, hyphens and a point. */
export interface SavedFile {
  name: string
  type: string
  content: string
}

interface PageRequest {
  params: PathParams
  query: FormValues
}

type Show = (user: ConsoleUser, request: PageRequest) => Promise<View>
type Perform<Result> = (user: ConsoleUser, form: FormValues, params: PathParams) => Promise<Result>

/** Registers pages and forms of the console: each is for a signed-in user in one organization. */
export class ConsolePages {
  readonly #app: FastifyInstance
  readonly #isSecure: (request: FastifyRequest) => boolean

  /** @param isSecure whether the browser of a request uses https. */
  constructor(app: FastifyInstance, isSecure: (request: FastifyRequest) => boolean) {
    this.#app = app
    this.#isSecure = isSecure
  }

  /** Adds a page. A rejected operation becomes a page that says why. */
  page({ path, section }: PageOptions, show: Show): void {
    this.#app.get(
      urlOf(path),
      PUBLIC,
      this.#forUser(async (user, { request, reply }) => {
        const notice = takeNotice(request, reply, this.#isSecure(request))
        const asked = withoutReload(new FormValues(request.query))
        const found = { params: paramsOf(request), query: asked.query }
        const view = await showPage(show, user, found).catch((error) => viewOfRefusal(error, crumbOf(section, path)))
        const { refreshSeconds } = view
        if (refreshSeconds === undefined) return sendView(reply, { user, section, notice }, view)
        if (asked.isOn) reply.header('refresh', refreshSeconds)
        return sendView(reply, { user, section, notice, reloading: reloadingOf(refreshSeconds, asked) }, view)
      }),
    )
  }

  /** Adds a file to save. */
  file(path: string, read: (user: ConsoleUser, params: PathParams) => Promise<SavedFile>): void {
    this.#app.get(
      urlOf(path),
      PUBLIC,
      this.#forUser(async (user, { request, reply }) => {
        try {
          const { name, type, content } = await read(user, paramsOf(request))
          reply.headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
          return reply.type(type).send(content)
        } catch (error) {
          return sendView(reply, { user, section: '', notice: undefined }, viewOfRefusal(error))
        }
      }),
    )
  }

  /** Adds a form that changes something. The page that follows shows the result, so that a reload repeats nothing. */
  action({ path, back }: ActionOptions, perform: Perform<Outcome>): void {
    this.#app.post(
      urlOf(path),
      PUBLIC,
      this.#forUser(async (user, { request, reply, form }) => {
        const params = paramsOf(request)
        const done = async (): Promise<Notice & { path: string }> => {
          const { path: to, notice } = await perform(user, form, params)
          return { kind: 'done', path: to, text: notice }
        }
        const { path: to, ...notice } = await done().catch((error) => ({
          path: back(params, form),
          ...noticeOfRefusal(error),
        }))
        return this.#continue(user, { request, reply }, withReturn(to, form), notice)
      }),
    )
  }

  /** Adds a form with a file, which the operation reads as it arrives. */
  upload({ path, back }: UploadOptions, perform: (user: ConsoleUser, file: SentFile) => Promise<Outcome>): void {
    this.#app.post(
      urlOf(path),
      { config: { isPublic: true, isUpload: true } },
      this.#forUser(async (user, { request, reply }) => {
        const file = { type: request.headers['content-type'] ?? '', stream: request.body as Readable }
        try {
          const { path: to, notice: text } = await perform(user, file)
          return this.#continue(user, { request, reply }, to, { kind: 'done', text })
        } catch (error) {
          const notice = noticeOfRefusal(error)
          await dropBody(request, MAX_DROP_MS)
          return this.#continue(user, { request, reply }, back(), notice)
        }
      }),
    )
  }

  /** Adds a form whose response shows the result: a new key, which is shown only once, or a report. Sending it again does no harm. */
  result({ path, back, section }: ActionOptions & { section: string }, perform: Perform<View>): void {
    this.#app.post(
      urlOf(path),
      PUBLIC,
      this.#forUser(async (user, { request, reply, form }) => {
        const params = paramsOf(request)
        try {
          return sendView(reply, { user, section, notice: undefined }, await perform(user, form, params))
        } catch (error) {
          return this.#continue(user, { request, reply }, back(params, form), noticeOfRefusal(error))
        }
      }),
    )
  }

  #continue(
    { tenant }: ConsoleUser,
    { request, reply }: Pick<StaffRequest, 'request' | 'reply'>,
    path: string,
    notice: Notice,
  ): FastifyReply {
    keepNotice(reply, this.#isSecure(request), notice)
    return reply.redirect(addressOf(tenant.key, path), 303)
  }

  #forUser(handle: (user: ConsoleUser, asked: StaffRequest) => Promise<FastifyReply>) {
    return this.#app.staffPage(async (asked) => {
      const { tenant } = paramsOf(asked.request)
      const seat = asked.seats.find(({ tenantKey }) => tenantKey === tenant)
      if (!seat) return sendPage(asked.reply, noAccessPage(), { status: 404 })
      return handle(consoleUser(asked, seat), asked)
    })
  }
}

/** Milliseconds for the rest of a file that is too large. */
const MAX_DROP_MS = 120_000

const PUBLIC = { config: { isPublic: true } } as const

const urlOf = (path: string): string => `/console/:tenant${path}`

const paramsOf = ({ params }: FastifyRequest): PathParams => params as Record<string, string>

const sendView = (reply: FastifyReply, frame: Frame, view: View): FastifyReply =>
  sendPage(reply, framedPage(frame, view), { status: view.status ?? 200 })

/** The parameters of addresses of which a filter takes one of some values. */
const CHOICES = ['status', 'state', 'kind', 'action', 'event']

/** The parameters of addresses that an operation can reject, by its pointers. */
const REJECTABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ['query:$skiptoken', ['after']],
  ['/DateRange', ['range']],
  ['query:$filter', CHOICES],
  ['/Filter', CHOICES],
])

/** Shows a page. An old or changed address shows the list without the parameters that are not valid. */
const showPage = async (show: Show, user: ConsoleUser, { params, query }: PageRequest): Promise<View> => {
  try {
    return await show(user, { params, query })
  } catch (error) {
    const faults = error instanceof Refused ? error.problem.errors : []
    const rejected = faults.flatMap(({ pointer }) => REJECTABLE.get(pointer) ?? [])
    const rest = rejected.reduce((values, name) => values.without(name), query)
    if (rest.names.length === query.names.length) throw error
    return show(user, { params, query: rest })
  }
}

const viewOfRefusal = (error: unknown, crumbs: readonly Crumb[] = []): View => {
  if (error instanceof Refused) return refusalView(error.problem, crumbs)
  throw error
}

/** The list of the section, for a page below it. */
const crumbOf = (section: string, path: string): Crumb[] => {
  const name = sectionName(section)
  return name === undefined || path === section ? [] : [{ name, path: section }]
}

const noticeOfRefusal = (error: unknown): Notice => {
  if (error instanceof Refused) return { kind: 'refused', text: problemText(error.problem) }
  throw error
}
