import { byKey } from './built-in-topic.ts'
import { integrationTopics } from './integration.ts'
import { comingTopics } from './not-yet.ts'
import { peopleTopics } from './people.ts'
import { workTopics } from './work.ts'

/** The shared set: what every tenant reads until it writes a topic of its own. By folded key. */
export const builtInTopics = byKey([...peopleTopics, ...workTopics, ...integrationTopics, ...comingTopics])
