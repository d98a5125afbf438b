import { isDeepStrictEqual } from 'node:util'
import type { Contestant } from './contestants/contestant.ts'
import type { TenantFacts } from './data/facts.ts'
import { type Ask, newPerson } from './requests.ts'
import type { Workload } from './workloads.ts'

/** Requests per workload that are compared. */
const COMPARED = 10

/** Fails unless both return the same responses: a contestant with other responses cannot be compared. */
export const requireAgreement = async (
  product: Contestant,
  bare: Contestant,
  workload: Workload,
  facts: TenantFacts,
): Promise<void> => {
  const isSave = workload.name === 'save'
  const made = workload.make ? [workload.make(facts)()] : workload.asks(facts).slice(0, COMPARED)
  const asks = isSave ? [newPerson()] : made
  for (const ask of asks) {
    // The product would reject the same person as a duplicate, so the second contestant gets another person.
    const responses = [await responseOf(product, ask), await responseOf(bare, isSave ? newPerson() : ask)]
    const [ours, theirs] = responses.map((text) => comparable(text, workload))
    if (!isDeepStrictEqual(ours, theirs))
      throw new Error(
        `${workload.name}: the contestants return different responses for ${ask.path}:\n${responses.join('\n')}`,
      )
  }
}

const responseOf = async ({ name, origin, headers }: Contestant, { method, path, body }: Ask): Promise<string> => {
  const response = await fetch(origin + path, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name}: ${path} returned ${response.status}: ${text.slice(0, 500)}`)
  return text
}

/** The response as a value, without the ids and numbers of saved records and, on request, the total of a list. */
const comparable = (text: string, { name }: Workload): unknown => {
  const value = JSON.parse(text)
  // The ads take turns, and the addresses contain the host of each.
  if (name === 'impressions') return JSON.parse(text.replace(/\d+/g, '0').replace(/http:\/\/[^/]*/g, ''))
  if (name === 'list') return { ...value, TotalRecordAvailable: null }
  if (name === 'order') return { ...JSON.parse(withoutIds(text).replace(/Item \d+/g, 'Item')), ReservedUntil: null }
  // The name and the email address of each person contain eight random digits.
  if (name === 'save') return JSON.parse(withoutIds(text).replace(/\d{8}/g, '*'))
  if (name !== 'invoice' && name !== 'payment') return value
  // The bare server stores the address of one contact.
  const document = JSON.parse(withoutIds(text).replace(/("Number":)\d+|("DisplayNumber":"\w+-)\d+/g, '$1$20'))
  return { ...document, BillingAddress: null }
}

const withoutIds = (text: string): string => text.replace(/("\w*Id":)\d+/g, '$10')
