import { integrationTopics } from './integration-topics.model.ts'
import { peopleTopics } from './people-topics.model.ts'
import { comingTopics } from './planned-topics.model.ts'
import { byKey } from './shared-topic.model.ts'
import { workTopics } from './work-topics.model.ts'

/** The shared set: what every tenant reads until it writes a topic of its own. By folded key. */
export const builtInTopics = byKey([...peopleTopics, ...workTopics, ...integrationTopics, ...comingTopics])
