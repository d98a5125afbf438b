import { cities, type Locale, phrases, words } from './locale.ts'

export const egypt: Locale = {
  countryId: 818,
  alpha2: 'EG',
  share: 5,
  female:
    words(`فاطمة=Fatma مريم=Mariam نور=Nour ياسمين=Yasmine سلمى=Salma هدى=Hoda ليلى=Laila رانيا=Rania دينا=Dina أميرة=Amira
    سارة=Sara زينب=Zeinab`),
  male: words(`محمد=Mohamed أحمد=Ahmed محمود=Mahmoud عمر=Omar يوسف=Youssef كريم=Karim طارق=Tarek مصطفى=Mostafa خالد=Khaled
    حسن=Hassan إبراهيم=Ibrahim سامي=Sami`),
  family: words(`حسين=Hussein عبد_الرحمن=Abdelrahman السيد=Elsayed منصور=Mansour فهمي=Fahmy شاهين=Shaheen رشدي=Roshdy
    الشافعي=Elshafei غالي=Ghali سليمان=Soliman نجيب=Naguib الجندي=Elgendy عثمان=Osman بدوي=Badawi زكي=Zaki`),
  prefixes: ['', '', '', 'د.', 'م.'],
  cities: cities(`
    القاهرة | محافظة القاهرة | 115## | 02 0000 ####
    الإسكندرية | محافظة الإسكندرية | 215## | 03 000 ####
    الجيزة | محافظة الجيزة | 125## | 02 0000 ####`),
  streets: phrases('شارع التحرير, شارع النيل, شارع الهرم, شارع سعد زغلول, شارع الجمهورية'),
  address: '{n} {street}',
  mobile: '010 0000 ####',
  titles: phrases('رئيس مجلس الإدارة, مدير عام, أمين الصندوق, مهندس, محاسب'),
  trades: words(
    'للمقاولات=contracting للنشر=publishing للأغذية=foods للهندسة=engineering للسياحة=tourism للنسيج=textiles',
  ),
  organizations: ['شركة {family} {trade}', 'مجموعة {family} و{other}', 'جمعية أصدقاء {city}', 'شركة {city} {trade}'],
}

export const india: Locale = {
  countryId: 356,
  alpha2: 'IN',
  share: 4,
  female: words(`प्रिया=Priya अनीता=Anita दीपिका=Deepika सुनीता=Sunita काव्या=Kavya मीरा=Meera लक्ष्मी=Lakshmi पूजा=Pooja
    रेखा=Rekha नेहा=Neha`),
  male: words(`अर्जुन=Arjun राहुल=Rahul विकास=Vikas संजय=Sanjay अमित=Amit रोहित=Rohit सुरेश=Suresh मोहन=Mohan आनंद=Anand
    कृष्ण=Krishna`),
  family:
    words(`शर्मा=Sharma वर्मा=Verma गुप्ता=Gupta सिंह=Singh यादव=Yadav मिश्रा=Mishra जोशी=Joshi त्रिपाठी=Tripathi पांडे=Pandey
    चौधरी=Chaudhary अग्रवाल=Agarwal सक्सेना=Saxena`),
  prefixes: ['', '', '', 'डॉ.'],
  cities: cities(`
    नई दिल्ली | दिल्ली | 1100## | 011 0000 ####
    मुंबई | महाराष्ट्र | 4000## | 022 0000 ####
    जयपुर | राजस्थान | 3020## | 0141 000 ####`),
  streets: phrases('महात्मा गांधी मार्ग, स्टेशन रोड, नेहरू नगर, गांधी चौक, लाल बाग'),
  address: '{n}, {street}',
  mobile: '10000 0####',
  titles: phrases('अध्यक्ष, सचिव, कोषाध्यक्ष, अभियंता, प्रबंधक'),
  trades: words('इंजीनियरिंग=engineering वस्त्र=vastra प्रकाशन=prakashan निर्माण=nirman ऊर्जा=urja'),
  organizations: [
    '{family} {trade} प्राइवेट लिमिटेड',
    '{family} एंड {other}',
    '{city} {trade} लिमिटेड',
    '{city} व्यापार मंडल',
  ],
}

export const china: Locale = {
  countryId: 156,
  alpha2: 'CN',
  share: 8,
  female:
    words(`秀英=Xiuying 芳=Fang 娜=Na 静=Jing 丽=Li 婷婷=Tingting 雪=Xue 雨桐=Yutong 欣怡=Xinyi 梓涵=Zihan 诗涵=Shihan
    桂英=Guiying`),
  male: words(
    `伟=Wei 强=Qiang 磊=Lei 洋=Yang 勇=Yong 军=Jun 杰=Jie 浩然=Haoran 宇轩=Yuxuan 子墨=Zimo 建国=Jianguo 志强=Zhiqiang`,
  ),
  family:
    words(`王=Wang 李=Li 张=Zhang 刘=Liu 陈=Chen 杨=Yang 赵=Zhao 黄=Huang 周=Zhou 吴=Wu 徐=Xu 孙=Sun 胡=Hu 朱=Zhu 高=Gao
    林=Lin 何=He 郭=Guo 马=Ma 罗=Luo 欧阳=Ouyang 司马=Sima`),
  prefixes: [''],
  cities: cities(`
    北京 | 北京市 | 1000## | 010 0000 ####
    上海 | 上海市 | 2000## | 021 0000 ####
    广州 | 广东省 | 5100## | 020 0000 ####
    成都 | 四川省 | 6100## | 028 0000 ####`),
  streets: phrases('中山路, 人民路, 解放大道, 建设街, 和平里, 南京东路'),
  address: '{street}{n}号',
  mobile: '130 0000 ####',
  titles: phrases('董事长, 总经理, 工程师, 会计, 秘书长'),
  trades: words('电子=dianzi 纺织=fangzhi 食品=shipin 机械=jixie 出版=chuban 物流=wuliu'),
  organizations: ['{city}{family}氏{trade}有限公司', '{city}{trade}股份有限公司', '{city}{trade}协会'],
}

export const japan: Locale = {
  countryId: 392,
  alpha2: 'JP',
  share: 7,
  female:
    words(`陽子=Yoko 美咲=Misaki さくら=Sakura 結衣=Yui 葵=Aoi 愛=Ai 花子=Hanako 真由美=Mayumi 恵子=Keiko ユキ=Yuki 凛=Rin
    彩花=Ayaka`),
  male: words(`太郎=Taro 健一=Kenichi 翔太=Shota 大輔=Daisuke 蓮=Ren 拓也=Takuya 直樹=Naoki 誠=Makoto 悠斗=Yuto 隆=Takashi ケン=Ken
    一郎=Ichiro`),
  family:
    words(`佐藤=Sato 鈴木=Suzuki 高橋=Takahashi 田中=Tanaka 伊藤=Ito 渡辺=Watanabe 山本=Yamamoto 中村=Nakamura 小林=Kobayashi
    加藤=Kato 吉田=Yoshida 山田=Yamada 佐々木=Sasaki 松本=Matsumoto 井上=Inoue 木村=Kimura 斎藤=Saito 長谷川=Hasegawa`),
  prefixes: [''],
  cities: cities(`
    東京 | 東京都 | 100-00## | 03-0000-####
    大阪 | 大阪府 | 530-00## | 06-0000-####
    札幌 | 北海道 | 060-00## | 011-000-####
    福岡 | 福岡県 | 810-00## | 092-000-####`),
  streets: phrases('中央一丁目, 本町二丁目, 桜台三丁目, 北町四丁目, 緑が丘五丁目'),
  address: '{street}{n}番地',
  mobile: '090-0000-####',
  titles: phrases('代表取締役, 部長, 課長, 技師, 会計担当, 事務局長'),
  trades: words('電機=denki 商事=shoji 製作所=seisakusho 印刷=insatsu 食品=shokuhin 建設=kensetsu'),
  organizations: ['株式会社{family}{trade}', '{family}{trade}株式会社', '有限会社{city}{trade}', '{city}商工会'],
}

export const korea: Locale = {
  countryId: 410,
  alpha2: 'KR',
  share: 4,
  female:
    words(`서연=Seoyeon 지우=Jiwoo 하은=Haeun 민서=Minseo 수빈=Subin 지민=Jimin 영희=Younghee 은주=Eunju 미경=Mikyung
    혜진=Hyejin`),
  male: words(`민준=Minjun 서준=Seojun 도윤=Doyun 지훈=Jihoon 현우=Hyunwoo 철수=Chulsoo 영수=Youngsoo 성호=Sungho 준호=Junho
    동현=Donghyun`),
  family:
    words(`김=Kim 이=Lee 박=Park 최=Choi 정=Jung 강=Kang 조=Cho 윤=Yoon 장=Jang 임=Lim 한=Han 오=Oh 서=Seo 신=Shin 권=Kwon
    남궁=Namgung`),
  prefixes: [''],
  cities: cities(`
    서울 | 서울특별시 | 04### | 02-0000-####
    부산 | 부산광역시 | 48### | 051-000-####
    대구 | 대구광역시 | 41### | 053-000-####`),
  streets: phrases('세종대로, 중앙로, 강남대로, 해운대로, 동성로'),
  address: '{street} {n}',
  mobile: '010-0000-####',
  titles: phrases('대표이사, 부장, 과장, 회계사, 사무국장'),
  trades: words('전자=jeonja 건설=geonseol 식품=sikpum 출판=chulpan 물산=mulsan'),
  organizations: [
    '주식회사 {family}앤{other}',
    '{city}{trade} 주식회사',
    '{family}가 {trade} 유한회사',
    '{city} 상공회의소',
  ],
}
