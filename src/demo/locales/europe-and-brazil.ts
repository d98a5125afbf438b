import { cities, type Locale, phrases, words } from './locale.ts'

export const brazil: Locale = {
  countryId: 76,
  alpha2: 'BR',
  share: 6,
  female:
    words(`Ana Beatriz Júlia Letícia Conceição Mônica Patrícia Luíza Antônia Débora Flávia Vitória Inês Cecília Lívia
    Simone Márcia Rosângela`),
  male: words(`João Antônio Luís Marcos Vinícius Fábio Márcio Sérgio Otávio Caio Thiago Rogério César Cláudio Estêvão Davi
    Miguel Murilo`),
  family: words(`Silva Souza Araújo Conceição Gonçalves Magalhães Guimarães Assunção Simões Oliveira Lima Ferreira Costa
    Rocha Nascimento Cardoso Teixeira Cavalcanti Moura Freitas Barbosa Brandão Falcão Leão Vasconcelos Sá Paixão`),
  prefixes: ['', '', '', 'Sr.', 'Sra.', 'Dr.'],
  familyJoint: ' ',
  cities: cities(`
    São Paulo | SP | 01###-000 | (11) 0000-####
    Rio de Janeiro | RJ | 20###-000 | (21) 0000-####
    Brasília | DF | 70###-000 | (61) 0000-####
    Florianópolis | SC | 88###-000 | (48) 0000-####`),
  streets: phrases('Rua das Flores, Avenida São João, Rua XV de Novembro, Praça da Sé, Alameda dos Anjos'),
  address: '{street}, {n}',
  mobile: '(11) 90000-####',
  titles: phrases('Presidente, Diretora, Tesoureiro, Engenheira, Advogado, Gerente'),
  trades: words('Construção Alimentação Informática Café Têxtil Máquinas Móveis Turismo'),
  organizations: ['{trade} {family} Ltda.', '{family} & {other} S.A.', '{trade} {city} Ltda.', 'Clube de {city}'],
}

export const sweden: Locale = {
  countryId: 752,
  alpha2: 'SE',
  share: 5,
  female: words(`Åsa Märta Elsa Astrid Freja Saga Linnéa Birgitta Kerstin Malin Ylva Åse Maja Signe Ebba Göta Solveig
    Hedvig`),
  male: words(`Björn Göran Östen Åke Nils Lars Håkan Jörgen Gustav Oskar Elias Viktor Sven Mårten Örjan Sixten Leif
    Torbjörn`),
  family: words(`Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson
    Jönsson Lindström Lindqvist Sjöberg Björk Åberg Öberg Sandström Engström Lundgren Löfgren Wikström Nyström Hägg`),
  prefixes: ['', '', '', '', 'Dr.'],
  cities: cities(`
    Stockholm | Stockholms län | 111 ## | 08-465 004 ##
    Göteborg | Västra Götaland | 411 ## | 031-390 06 ##
    Malmö | Skåne | 211 ## | 040-628 04 ##
    Kiruna | Norrbotten | 981 ## | 0980-319 2##`),
  streets: phrases('Storgatan, Kungsgatan, Skolgatan, Järnvägsgatan, Sjövägen, Björkstigen'),
  address: '{street} {n}',
  mobile: '070-174 06 ##',
  titles: phrases('Ordförande, Kassör, Sekreterare, Ingenjör, Arkitekt, Verkställande direktör'),
  trades: words('Bygg Åkeri Snickeri Måleri Förlag Teknik Skog Fiske'),
  organizations: ['{family} {trade} AB', '{family} & {other} HB', '{city} {trade} AB', '{city} Hembygdsförening'],
}

export const poland: Locale = {
  countryId: 616,
  alpha2: 'PL',
  share: 5,
  female: words(`Agnieszka Małgorzata Katarzyna Zofia Elżbieta Łucja Bożena Grażyna Aleksandra Joanna Danuta Halina Maja
    Wiesława Iwona Urszula`),
  male: words(`Łukasz Paweł Michał Krzysztof Stanisław Wojciech Grzegorz Józef Zdzisław Bartłomiej Jakub Marek Rafał Sławomir
    Mirosław Andrzej`),
  family:
    words(`Nowak Wójcik Woźniak Mazur Krawczyk Kaczmarek Zając Król Wróbel Stępień Jabłoń Pawlak Dudek Nowicz Adamczyk
    Sikora Baran Szewczyk Pietrzak Wróblewicz Duda Włodarczyk Kubiak Gołąb Żak Cieślak`),
  prefixes: ['', '', '', 'dr', 'mgr'],
  familyJoint: '-',
  cities: cities(`
    Warszawa | mazowieckie | 00-### | 22 000 ## ##
    Łódź | łódzkie | 90-### | 42 000 ## ##
    Kraków | małopolskie | 30-### | 12 000 ## ##
    Gdańsk | pomorskie | 80-### | 58 000 ## ##`),
  streets: phrases('ul. Kościuszki, ul. Długa, al. Jerozolimskie, ul. Świętojańska, ul. Polna, Rynek Główny'),
  address: '{street} {n}',
  mobile: '500 000 ###',
  titles: phrases('Prezes, Skarbnik, Inżynier, Księgowa, Kierownik, Radca prawny'),
  trades: words('Budownictwo Piekarnia Odzież Usługi Żegluga Drukarnia Meble Elektryka'),
  organizations: [
    '{family} {trade} sp. z o.o.',
    '{family} i {other} s.c.',
    '{trade} {city} S.A.',
    'Stowarzyszenie {city}',
  ],
}
