import { cities, type Locale, phrases, words } from './locale.ts'

export const greece: Locale = {
  countryId: 300,
  alpha2: 'GR',
  share: 5,
  female:
    words(`Μαρία=Maria Ελένη=Eleni Αικατερίνη=Aikaterini Βασιλική=Vasiliki Σοφία=Sofia Αγγελική=Angeliki Γεωργία=Georgia
    Δήμητρα=Dimitra Κωνσταντίνα=Konstantina Ιωάννα=Ioanna Χριστίνα=Christina Ευαγγελία=Evangelia`),
  male: words(`Γεώργιος=Georgios Ιωάννης=Ioannis Δημήτριος=Dimitrios Νικόλαος=Nikolaos Παναγιώτης=Panagiotis Χρήστος=Christos
    Αθανάσιος=Athanasios Βασίλειος=Vasileios Μιχαήλ=Michail Σπυρίδων=Spyridon Θεόδωρος=Theodoros Στέλιος=Stelios`),
  family: words(`Παπαδόπουλος=Papadopoulos Παπαγεωργίου=Papageorgiou Οικονόμου=Oikonomou Νικολαΐδης=Nikolaidis
    Γεωργιάδης=Georgiadis Βλάχος=Vlachos Μακρής=Makris Αντωνίου=Antoniou Δημητρίου=Dimitriou Καραγιάννης=Karagiannis
    Ιωαννίδης=Ioannidis Αγγελόπουλος=Angelopoulos Θεοδώρου=Theodorou Σαμαράς=Samaras`),
  familyOfWomen: words(`Παπαδοπούλου=Papadopoulou Παπαγεωργίου=Papageorgiou Οικονόμου=Oikonomou Νικολαΐδου=Nikolaidou
    Γεωργιάδου=Georgiadou Βλάχου=Vlachou Μακρή=Makri Αντωνίου=Antoniou Δημητρίου=Dimitriou Καραγιάννη=Karagianni
    Ιωαννίδου=Ioannidou Αγγελοπούλου=Angelopoulou Θεοδώρου=Theodorou Σαμαρά=Samara`),
  prefixes: ['', '', '', 'Δρ'],
  cities: cities(`
    Αθήνα | Αττική | 10# ## | 210 000 ####
    Θεσσαλονίκη | Κεντρική Μακεδονία | 54# ## | 2310 000 ###
    Πάτρα | Δυτική Ελλάδα | 26# ## | 2610 000 ###
    Ηράκλειο | Κρήτη | 71# ## | 2810 000 ###`),
  streets: phrases('Ερμού, Πανεπιστημίου, Βασιλίσσης Σοφίας, Αγίου Δημητρίου, 25ης Αυγούστου, Κορίνθου'),
  address: '{street} {n}',
  mobile: '690 000 ####',
  titles: phrases('Πρόεδρος, Γραμματέας, Ταμίας, Μηχανικός, Δικηγόρος, Αρχιτέκτονας'),
  trades: words(`Ναυτιλιακή=Naftiliaki Εκδόσεις=Ekdoseis Τρόφιμα=Trofima Κατασκευές=Kataskeves Ελαιουργία=Elaiourgia
    Τουριστική=Touristiki`),
  organizations: ['{family} {trade} Α.Ε.', '{trade} {city} ΕΠΕ', '{family} & {other} ΟΕ', 'Σύλλογος Φίλων {city}'],
}

export const ukraine: Locale = {
  countryId: 804,
  alpha2: 'UA',
  share: 6,
  female:
    words(`Олена=Olena Оксана=Oksana Ірина=Iryna Наталія=Nataliia Соломія=Solomiia Ганна=Hanna Дарина=Daryna Юлія=Yuliia
    Катерина=Kateryna Людмила=Liudmyla Злата=Zlata Вікторія=Viktoriia Марія=Mariia Світлана=Svitlana`),
  male: words(`Андрій=Andrii Тарас=Taras Богдан=Bohdan Дмитро=Dmytro Сергій=Serhii Микола=Mykola Олександр=Oleksandr
    Юрій=Yurii Михайло=Mykhailo Володимир=Volodymyr Остап=Ostap Євген=Yevhen Назар=Nazar Ярослав=Yaroslav`),
  family: words(`Шевченко=Shevchenko Коваленко=Kovalenko Бондаренко=Bondarenko Ткаченко=Tkachenko Кравченко=Kravchenko
    Олійник=Oliinyk Шевчук=Shevchuk Поліщук=Polishchuk Мельник=Melnyk Савченко=Savchenko Гончаренко=Honcharenko
    Кушнір=Kushnir Лисенко=Lysenko Їжак=Yizhak Щербак=Shcherbak Гайдук=Haiduk Мороз=Moroz Ґудзь=Gudz`),
  prefixes: ['', '', '', 'д-р'],
  cities: cities(`
    Київ | | 010## | 044 000 ## ##
    Львів | Львівська область | 790## | 032 200 0# ##
    Харків | Харківська область | 610## | 057 000 0# ##
    Одеса | Одеська область | 650## | 048 000 0# ##`),
  streets: phrases('вул. Хрещатик, вул. Шевченка, просп. Свободи, вул. Лесі Українки, пл. Ринок, вул. Садова'),
  address: '{street}, {n}',
  mobile: '050 000 ## ##',
  titles: phrases('Голова, Скарбник, Інженер, Директор, Юрист, Бухгалтер'),
  trades: words(`Будівництво=Budivnytstvo Енергія=Enerhiia Книга=Knyha Меблі=Mebli Пекарня=Pekarnia Логістика=Lohistyka
    Техніка=Tekhnika`),
  organizations: ['ТОВ «{trade} {family}»', '{trade} {city} АТ', 'ТОВ «{family} і {other}»', 'Спілка митців {city}'],
}
