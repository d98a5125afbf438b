import { isDeepStrictEqual } from 'node:util'
import type { Contestant } from './contestants/contestant.ts'
import type { TenantFacts } from './data/facts.ts'
import { type Ask, newPerson, type Workload } from './workloads.ts'

/** Requests per workload that are compared. */
const COMPARED = 10

/** Fails unless both answer alike: a contestant that answers something else cannot be compared. */
export const assertAgreement = async (
  product: Contestant,
  bare: Contestant,
  workload: Workload,
  facts: TenantFacts,
): Promise<void> => {
  const isSave = workload.name === 'save'
  const asks = isSave ? [newPerson()] : workload.asks(facts).slice(0, COMPARED)
  for (const ask of asks) {
    // The same person again would be a duplicate to the product, so the second one is another.
    const answers = [await answerOf(product, ask), await answerOf(bare, isSave ? newPerson() : ask)]
    const [ours, theirs] = answers.map((text) => comparable(text, workload))
    if (!isDeepStrictEqual(ours, theirs))
      throw new Error(`${workload.name}: the contestants answer ${ask.path} differently:\n${answers.join('\n')}`)
  }
}

const answerOf = async ({ name, origin, headers }: Contestant, { method, path, body }: Ask): Promise<string> => {
  const response = await fetch(origin + path, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name} answers ${path} with ${response.status}: ${text.slice(0, 500)}`)
  return text
}

/** The answer as a value. Of saved people the ids and the serial number differ; of a list the total may be left out. */
const comparable = (text: string, { name }: Workload): unknown => {
  const value = JSON.parse(text)
  if (name === 'list') return { ...value, TotalRecordAvailable: null }
  if (name !== 'save') return value
  return JSON.parse(text.replace(/\d{8}/g, '*').replace(/("\w*Id":)\d+/g, '$10'))
}
