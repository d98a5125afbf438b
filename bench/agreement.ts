import { isDeepStrictEqual } from 'node:util'
import type { Contestant } from './contestants/contestant.ts'
import type { TenantFacts } from './data/facts.ts'
import { type Ask, newPerson, type Workload } from './workloads.ts'

/** Requests per workload that are compared. */
const COMPARED = 10

/** Fails unless both return the same responses: a contestant with other responses cannot be compared. */
export const assertAgreement = async (
  product: Contestant,
  bare: Contestant,
  workload: Workload,
  facts: TenantFacts,
): Promise<void> => {
  const isSave = workload.name === 'save'
  const asks = isSave ? [newPerson()] : workload.asks(facts).slice(0, COMPARED)
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

/** The response as a value, without the ids and serial numbers of saved people and, on request, the total of a list. */
const comparable = (text: string, { name }: Workload): unknown => {
  const value = JSON.parse(text)
  if (name === 'list') return { ...value, TotalRecordAvailable: null }
  if (name !== 'save') return value
  return JSON.parse(text.replace(/\d{8}/g, '*').replace(/("\w*Id":)\d+/g, '$10'))
}
