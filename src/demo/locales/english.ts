import { cities, type Locale, phrases, words } from './locale.ts'

const family =
  words(`Smith Johnson Brown Taylor Wilson Davies Evans Walker Wright Robinson Thompson White Hughes Edwards
  Green Hall Wood Harris Martin Jackson Clarke Lewis Scott Cooper King Baker Turner Hill Morris Ward Moore Clark Lee
  Morgan Bennett Cook Bailey Parker Collins Murphy Kelly O'Brien O'Connor MacDonald Campbell Stewart Fraser Ellis`)
const female = words(`Olivia Emma Charlotte Amelia Sophia Isabella Grace Harper Evelyn Abigail Emily Eleanor Hannah Lucy
  Alice Rose Martha Ruth Joan Margaret Patricia Linda Susan Karen Zoë Chloe Imani Priya Siobhan Gwen`)
const male = words(`Liam Noah Oliver James William Henry Lucas Benjamin Theodore Jack Samuel Daniel Joseph David Thomas
  George Arthur Edward Robert Michael Richard Charles Peter Andrew Malik Connor Rhys Owen Ravi Marcus`)
const trades = words(`Engineering Logistics Builders Interiors Publishing Software Foods Energy Textiles Consulting
  Printing Dental Gardens Motors`)

export const unitedStates: Locale = {
  countryId: 840,
  alpha2: 'US',
  share: 24,
  female,
  male,
  family: [...family, ...words('Garcia Martinez Hernandez Nguyen Patel Rivera Kim Chen Washington Jefferson')],
  prefixes: ['', '', '', '', 'Ms.', 'Mr.', 'Dr.'],
  familyJoint: '-',
  cities: cities(`
    New York | NY | 100## | (212) 555-01##
    Los Angeles | CA | 900## | (213) 555-01##
    Chicago | IL | 606## | (312) 555-01##
    Houston | TX | 770## | (713) 555-01##
    Philadelphia | PA | 191## | (215) 555-01##
    Seattle | WA | 981## | (206) 555-01##
    Denver | CO | 802## | (303) 555-01##
    Boston | MA | 021## | (617) 555-01##
    Springfield | IL | 627## | (217) 555-01##
    Atlanta | GA | 303## | (404) 555-01##`),
  streets: phrases(
    'Main Street, Oak Avenue, Maple Drive, Elm Street, Cedar Lane, Lakeview Road, Park Avenue, 2nd Street, Hill Road',
  ),
  address: '{n} {street}',
  mobile: '(646) 555-01##',
  titles: phrases(
    'President, Executive Director, Treasurer, Sales Manager, Engineer, Office Manager, Attorney, Broker',
  ),
  trades,
  organizations: [
    '{family} {trade}, Inc.',
    '{family} & {other} LLP',
    '{city} {trade} LLC',
    '{family} Brothers {trade} Co.',
    'Greater {city} Chamber of Commerce',
    '{family} {trade} Corp.',
  ],
}

export const unitedKingdom: Locale = {
  countryId: 826,
  alpha2: 'GB',
  share: 10,
  female,
  male,
  family,
  prefixes: ['', '', 'Mrs', 'Ms', 'Mr', 'Dr', 'Prof.'],
  familyJoint: '-',
  cities: cities(`
    London | Greater London | EC1A ^?? | 020 7946 0###
    Manchester | Greater Manchester | M1 ^?? | 0161 496 0###
    Bristol | | BS1 ^?? | 0117 496 0###
    Leeds | West Yorkshire | LS1 ^?? | 0113 496 0###
    Edinburgh | Midlothian | EH1 ^?? | 0131 496 0###
    Cardiff | | CF10 ^?? | 029 2018 0###
    Belfast | County Antrim | BT1 ^?? | 028 9649 6###`),
  streets: phrases('High Street, Station Road, Church Lane, Victoria Road, Quay Road, Mill Lane, The Crescent'),
  address: '{n} {street}',
  mobile: '07700 900###',
  titles: phrases('Managing Director, Secretary, Treasurer, Surveyor, Solicitor, Head of Operations, Clerk'),
  trades,
  organizations: [
    '{family} {trade} Ltd.',
    '{family} & {other} LLP',
    '{city} {trade} plc',
    '{family} & Sons {trade} Ltd',
    '{city} Civic Society',
  ],
}
