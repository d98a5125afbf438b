import { cities, type Locale, phrases, words } from './locale.ts'

export const france: Locale = {
  countryId: 250,
  alpha2: 'FR',
  share: 7,
  female: words(`Léa Chloé Zoé Inès Élodie Camille Margaux Hélène Françoise Amélie Noémie Aurélie Céline Océane Maëlle
    Mathilde Juliette Manon Anaïs Sylvie`),
  male: words(`Théo Loïc Jérôme François René Clément Rémi Hugo Mathéo Gaël Étienne Benoît Stéphane Frédéric Antoine
    Thibault Yannick Raphaël Didier Gérard`),
  family: words(`Lefèvre Dupont Moreau Girard Bonnet Rousseau Fournier Mercier Guérin Boyer Garnier Chevalier François
    Legrand Gauthier Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont
    Marie Lemaire Noël Meyer Dufour Meunier Brun Blanchard Giraud Joly Rivière`),
  prefixes: ['', '', '', 'Mme', 'M.', 'Dr'],
  familyJoint: '-',
  cities: cities(`
    Paris | Île-de-France | 750^# | 01 99 00 ## ##
    Rennes | Bretagne | 35000 | 02 61 91 ## ##
    Strasbourg | Grand Est | 67000 | 03 53 01 ## ##
    Marseille | Provence-Alpes-Côte d’Azur | 1300^ | 04 65 71 ## ##
    Bordeaux | Nouvelle-Aquitaine | 33000 | 05 36 49 ## ##`),
  streets: phrases(
    'rue de la République, avenue Foch, rue des Écoles, boulevard Voltaire, place du Marché, rue Gambetta',
  ),
  address: '{n} {street}',
  mobile: '06 39 98 ## ##',
  titles: phrases('Présidente, Directeur général, Trésorier, Secrétaire, Ingénieure, Comptable'),
  trades: words('Bâtiment Énergies Conseil Édition Logistique Mécanique Boulangerie Textile Informatique Santé'),
  organizations: [
    '{family} {trade} SARL',
    '{trade} {city} SAS',
    '{family} & {other} SA',
    'Amis du patrimoine de {city}',
  ],
}

export const germany: Locale = {
  countryId: 276,
  alpha2: 'DE',
  share: 9,
  female: words(`Anna Lena Käthe=Kaethe Sophie Marie Ursula Heike Sabine Jördis=Joerdis Franziska Katrin
    Renate Ingrid Silke Annegret Bärbel=Baerbel Greta Mia Johanna`),
  male: words(`Jürgen=Juergen Günther=Guenther Lukas Felix Maximilian Jörg=Joerg Björn=Bjoern Klaus Wolfgang Dieter Uwe
    Matthias Stefan Sören=Soeren Florian Paul Emil Anton Götz=Goetz Ralf`),
  family:
    words(`Müller=Mueller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer=Schaefer Koch
    Bauer Richter Klein Wolf Schröder=Schroeder Neumann Schwarz Zimmermann Braun Krüger=Krueger Hofmann Hartmann Lange
    Schmitt Werner Schmitz Krause Meier Lehmann Schmid Schulze Maier Köhler=Koehler Herrmann König=Koenig Walter
    Weiß=Weiss Jung Groß=Gross`),
  prefixes: ['', '', '', '', 'Dr.', 'Prof. Dr.'],
  familyJoint: '-',
  cities: cities(`
    Berlin | | 101## | 030 23125 ###
    Hamburg | | 203## | 040 66969 ###
    München | Bayern | 803## | 089 99998 ###
    Köln | Nordrhein-Westfalen | 506## | 0221 4710 ###
    Frankfurt am Main | Hessen | 603## | 069 90009 ###`),
  streets: phrases('Hauptstraße, Bahnhofstraße, Gartenweg, Schillerstraße, Am Markt, Lindenallee, Königstraße'),
  address: '{street} {n}',
  mobile: '0176 040690##',
  titles: phrases('Geschäftsführung, Vorstand, Schatzmeister, Ingenieurin, Architekt, Buchhaltung'),
  trades: words(`Maschinenbau Verlag Bäckerei=Baeckerei Elektrotechnik Möbel=Moebel Druck Spedition Gartenbau Optik
    Software`),
  organizations: [
    '{family} {trade} GmbH',
    '{family} & {other} KG',
    '{trade} {city} AG',
    '{family} {trade} GmbH & Co. KG',
    'Handelsverein {city} e. V.',
  ],
}

export const spain: Locale = {
  countryId: 724,
  alpha2: 'ES',
  share: 6,
  female:
    words(`María Lucía Sofía Martina Paula Begoña Inés Núria Concepción Dolores Rocío Ángela Raquel Montserrat Belén
    Ainhoa Carmen Pilar Verónica Noelia`),
  male: words(`José Álvaro Adrián Martín Íñigo Andrés Óscar Iván Jesús Rubén Sebastián Joaquín Hugo Mateo Daniel Pablo
    Raúl Víctor Ramón Germán`),
  family:
    words(`García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz
    Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina
    Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina`),
  prefixes: ['', '', '', 'D.', 'D.ª', 'Dra.'],
  familyJoint: ' ',
  cities: cities(`
    Madrid | Comunidad de Madrid | 280## | 910 00 ## ##
    Barcelona | Cataluña | 080## | 930 00 ## ##
    Sevilla | Andalucía | 410## | 950 00 ## ##
    A Coruña | Galicia | 150## | 980 00 ## ##
    Logroño | La Rioja | 260## | 940 00 ## ##`),
  streets: phrases('Calle Mayor, Avenida de la Constitución, Plaza de España, Calle del Carmen, Paseo Marítimo'),
  address: '{street} {n}',
  mobile: '600 00 ## ##',
  titles: phrases('Presidenta, Director, Tesorera, Abogado, Ingeniera, Gerente'),
  trades: words('Construcciones Viñedos=Vinedos Transportes Diseño=Diseno Energía Imprenta Cerámicas Náutica'),
  organizations: ['{trade} {family} S. L.', '{family} y {other} S. A.', '{trade} de {city} S. L.', 'Ateneo de {city}'],
}
