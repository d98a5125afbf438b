import type { SharedTopic } from './shared-topic.model.ts'

/** An area that the API documents and that this version does not serve. */
interface PlannedArea {
  key: string
  title: string
  /** What the area is for. */
  about: string
  /** What to use until then, in one or two sentences. */
  alternative: string
  related: string[]
}

/** The topics of these areas state that the area is missing and what to use instead. */
const planned: PlannedArea[] = [
  {
    key: 'connections',
    title: 'Connections',
    about: 'The exchange of contacts between organizations.',
    alternative: 'Export contacts from one organization and import them into another on the command line.',
    related: ['contacts'],
  },
  {
    key: 'association-sync',
    title: 'Association sync',
    about: 'The synchronization of contacts with the state and national associations.',
    alternative: 'Your own program can read the change feed of contacts and save changes from other systems.',
    related: ['contacts', 'application-permissions'],
  },
  {
    key: 'native-integrations',
    title: 'Integrations',
    about: 'Ready-made connectors to other systems.',
    alternative: 'Webhooks notify other systems of changes, and API keys give them access.',
    related: ['webhooks', 'application-permissions'],
  },
]

export const plannedTopics: SharedTopic[] = planned.map(({ key, title, about, alternative, related }) => ({
  ...{ key, title, related, fields: {} },
  summary: `${about} <strong>This version does not do this yet.</strong>`,
  detail: `
<p>No operation of this area is served yet: its addresses return 404, and it has no settings that you could change.</p>
<p>Until then: ${alternative}</p>`,
}))
