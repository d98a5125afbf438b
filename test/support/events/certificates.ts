import type { Json } from '../people/contact-parts.ts'
import { type Gala, openRegistered, pathOf, type RegisteredBench } from './registered.ts'

/** Requests about certificates of attendance. */
interface Attendance {
  CertificationId: number
  event: Gala
  contactId: number
  /** Of the registration. */
  id: number
}

export interface CertificatesBench extends RegisteredBench {
  /** Creates a certification by hours, of which 10 are required; returns its id. */
  certification(more?: object): Promise<number>
  /** Creates an event that has started and has certificates of 6.5 hours and 4 credits. */
  course(more?: object): Promise<Gala>
  /** Adds a registration that attended; returns its id. */
  attended(event: Gala, contactId?: number, more?: object): Promise<number>
  /** A course with a certification by these rules, and a contact that attended it. */
  withContact(rules?: object, more?: object): Promise<Attendance>
  issue(event: Gala, id: number): ReturnType<RegisteredBench['mine']['post']>
  undo(event: Gala, id: number): ReturnType<RegisteredBench['mine']['post']>
  /** The certificates of an event, as its list shows them. */
  certificatesOf(event: Gala, query?: string): Promise<Json[]>
  /** The certifications of a contact. */
  certificationsOf(contactId: number): Promise<Json[]>
}

export const openCertificates = async (): Promise<CertificatesBench> => {
  const bench = await openRegistered()
  const { mine, good } = bench
  let made = 0
  const certification: CertificatesBench['certification'] = async (more = {}) => {
    const sent = { Name: `Certification ${++made}`, CertificationCompletionType: 1, RequiredAmount: 10, ...more }
    return Number((await mine.post('/api/contacts/certifications/0', sent)).json().CertificationId)
  }
  const course: CertificatesBench['course'] = (more = {}) =>
    bench.gala({
      StartDate: '2020-05-02T08:00:00Z',
      Sessions: [],
      Location: 'City museum',
      HasCertificates: true,
      CertificateHours: 6.5,
      CertificateCredits: 4,
      ...more,
    })
  const attended: CertificatesBench['attended'] = async (event, contactId, more = {}) => {
    const person = { statusId: 2, ...(contactId !== undefined && { contactId }), ...more }
    return (await bench.order(event, { people: [person] })).first
  }
  return {
    ...bench,
    certification,
    course,
    attended,
    withContact: async (rules = {}, more = {}) => {
      const CertificationId = await certification(rules)
      const event = await course({ CertificationId, ...more })
      const contactId = await bench.person()
      return { CertificationId, event, contactId, id: await attended(event, contactId) }
    },
    issue: (event, id) => mine.post(pathOf(event, id, 'certificate')),
    undo: (event, id) => mine.post(pathOf(event, id, 'undocheckin'), {}),
    certificatesOf: async ({ eventId }, query = '') =>
      (await good('listEventCertificates', mine.get(`/api/events/${eventId}/certificates?${query}`))).body
        .Results as Json[],
    certificationsOf: async (contactId) => (await mine.get(`/api/contacts/${contactId}/certifications`)).json(),
  }
}
