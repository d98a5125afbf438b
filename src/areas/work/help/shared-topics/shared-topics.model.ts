import { commerceTopics } from './commerce-topics.model.ts'
import { eventTopics } from './event-topics.model.ts'
import { financeTopics } from './finance-topics.model.ts'
import { integrationTopics } from './integration-topics.model.ts'
import { peopleTopics } from './people-topics.model.ts'
import { indexTopics } from './shared-topic.model.ts'
import { workTopics } from './work-topics.model.ts'

/** The shared set by folded key: what readers get until their tenant has a topic of its own. */
export const sharedTopics = indexTopics([
  ...peopleTopics,
  ...workTopics,
  ...commerceTopics,
  ...financeTopics,
  ...integrationTopics,
  ...eventTopics,
])
