import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { requireOwnForm } from '#services/pages/form-pages'
import { FormValues } from '#services/pages/form-values'
import { sendPage } from '#services/pages/send-page'
import { leadToCart } from '../cart/cart-steps.service.ts'
import { findPageFaults, type PageFault } from '../page-faults.model.ts'
import { FIELD } from '../page-fields.model.ts'
import {
  isFormOfOtherVisit,
  OTHER_VISIT,
  type PageRequest,
  type PageVisit,
  readForm,
  sendMessage,
  visitOwnPage,
} from '../page-visit.service.ts'
import type { Outcome } from '../public-operations.service.ts'
import { parseChange, parseRename } from './change.input.ts'
import { type ChangeView, renderChangePage, renderChangeReview } from './change-page.model.ts'

const PUBLIC = { config: { isPublic: true }, schema: { hide: true } } as const

/**
 * Serves the page that changes an order by the link of a confirmation: another name, a better ticket, one more item. Reading it
 * changes nothing, because programs follow links.
 */
export const changePages: FastifyPluginAsync<{ url: string }> = async (app, { url }) => {
  app.get(`${url}/change`, PUBLIC, async (request: PageRequest, reply) => {
    const visit = await visitOwnPage(app, request, reply)
    return showChange(visit, new FormValues(request.query))
  })

  app.post(`${url}/change`, PUBLIC, async (request: PageRequest, reply) => {
    requireOwnForm(request)
    const visit = await visitOwnPage(app, request, reply)
    const values = new FormValues(request.body)
    if (isFormOfOtherVisit(visit, values)) return showChange(visit, values, [OTHER_VISIT])
    const action = values.get(FIELD.action) ?? ''
    if (action.startsWith('rename-')) return rename(visit, values, Number(action.slice('rename-'.length)))
    return action === 'reserve' ? reserve(visit, values) : review(visit, values)
  })
}

/** Reads what the page shows; null if the link is not valid, or nothing can be changed any more. */
const readView = async (visit: PageVisit, values: FormValues): Promise<Omit<ChangeView, 'faults'> | string> => {
  const key = values.get(FIELD.order) ?? ''
  const { Data: order, StatusMessage } = await visit.operations.openOrder(key, null)
  if (!order) return StatusMessage ?? 'The link is not valid. Use the link in the newest mail.'
  const environment = await readForm(visit, undefined)
  const isOpen = order.CanChange || (order.Registrations ?? []).some(({ CanRename }) => CanRename)
  if (!isOpen) return 'It is cancelled, or registration is closed. Only the organizer can change it now.'
  const { organization, signIn, path } = visit
  return { organization, signIn, path, key, order, environment, values }
}

const showChange = async (
  visit: PageVisit,
  values: FormValues,
  faults: readonly PageFault[] = [],
): Promise<FastifyReply> => {
  const view = await readView(visit, values)
  if (typeof view === 'string') return refuse(visit, view)
  return sendPage(visit.reply, renderChangePage({ ...view, faults }), {
    status: faults.length > 0 ? 422 : 200,
    isKept: true,
  })
}

/** Shows what the change costs, and asks for the confirmation. */
const review = async (visit: PageVisit, values: FormValues): Promise<FastifyReply> => {
  const view = await readView(visit, values)
  if (typeof view === 'string') return refuse(visit, view)
  const change = parseChange(view)
  const { Data: splits, ...refused } = await visit.operations.previewChange(change.body)
  if (!splits) return showChange(visit, values, faultsOf(refused, change.fields))
  return sendPage(visit.reply, renderChangeReview(view, change, splits), { isKept: true })
}

/** Reserves the seats of the change. Its cart is paid on the page of carts. */
const reserve = async (visit: PageVisit, values: FormValues): Promise<FastifyReply> => {
  const view = await readView(visit, values)
  if (typeof view === 'string') return refuse(visit, view)
  const change = parseChange(view)
  const { Data: cart, ...refused } = await visit.operations.reserveChange(change.body)
  if (!cart?.CartKey) return showChange(visit, values, faultsOf(refused, change.fields))
  return leadToCart(visit, cart.CartKey)
}

const rename = async (visit: PageVisit, values: FormValues, id: number): Promise<FastifyReply> => {
  const { body, fields } = parseRename(values, id)
  const { Data, ...refused } = await visit.operations.rename(body)
  if (!Data) return showChange(visit, values, faultsOf(refused, fields))
  return sendMessage(visit, {
    title: 'The name is changed',
    text: `${body.FirstName} ${body.LastName} is registered now. The people get a mail about it.`,
    link: 'Go to the event',
  })
}

const faultsOf = (
  { Errors, StatusMessage }: Omit<Outcome<unknown>, 'Data'>,
  fields: ReadonlyMap<string, string>,
): PageFault[] => {
  const faults = findPageFaults(Errors, { fields })
  return faults.length > 0 ? faults : [{ field: null, message: StatusMessage ?? 'It cannot be changed now.' }]
}

const refuse = (visit: PageVisit, text: string): FastifyReply =>
  sendMessage(visit, { title: 'That did not work', text, status: 422, link: 'Go to the event' })
