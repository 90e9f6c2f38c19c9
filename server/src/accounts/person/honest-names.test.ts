import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDisplayName } from '@countersign/contract/names/name.ts'
import { findImitation } from './display-name.ts'

/** Names as people write them. In several scripts they consist of letters that look Latin, such as Вера and Сара. */
const NAMES: Record<string, string[]> = {
  English: ['Ada Lovelace', 'O’Brien', "D'Angelo", 'Anne-Marie', 'J. R. Smith Jr.', 'Mary Ann', 'X Æ A-12', '7of9'],
  Spanish: ['José', 'María José', 'Mª José', 'Núñez', 'Íñigo'],
  Portuguese: ['João', 'Conceição', 'Ângela'],
  French: ['François', 'Zoë', 'Éloïse', 'Cœur', 'Loïc L’Héritier'],
  German: ['Jürgen', 'Großmann', 'Ökan Äußerl'],
  Nordic: ['Þór', 'Søren', 'Åsa Ångström', 'Æsa', 'Guðrún'],
  Polish: ['Łukasz', 'Świętosława', 'Żaneta'],
  Czech: ['Jiří', 'Dvořák', 'Anežka'],
  Hungarian: ['Győző', 'Erzsébet'],
  Romanian: ['Ștefan', 'Țăran'],
  Baltic: ['Jānis', 'Žydrūnas', 'Põld'],
  Turkish: ['Ayşe', 'Işık', 'İbrahim', 'Çağrı'],
  Azerbaijani: ['Əli', 'Şəhla'],
  Vietnamese: ['Nguyễn Thị Ánh', 'Đặng Văn Lâm', 'Phượng'],
  Hausa: ['Ɓala', 'Ɗanjuma'],
  Yoruba: ['Ṣọlá', 'Adébáyọ̀'],
  Ewe: ['Kɔfi', 'Ŋutsu'],
  Hawaiian: ['Kaʻiulani', 'Kānekoa'],
  Maltese: ['Ġorġ', 'Ħoss'],
  Russian: ['Аня', 'Вера', 'Сара', 'Тамара', 'Роса', 'Дмитрий', 'Ольга', 'Фёдор Сор', 'Рома Осетров'],
  Ukrainian: ['Їжак', 'Ґалаґан', 'Соломія', 'Мар’яна'],
  Serbian: ['Јована', 'Љубица', 'Ђорђе'],
  Bulgarian: ['Ана', 'Асен'],
  Kazakh: ['Әсел', 'Қуаныш'],
  Chechen: ['Ӏаьлбаг'],
  Mongolian: ['Өнөрөө', 'ᠪᠣᠷᠵᠢᠭᠢᠨ'],
  Greek: ['Άννα', 'ΑΝΝΑ', 'Νίκος', 'Ρένα', 'Ελένη', 'Ιωάννης'],
  Armenian: ['Արամ', 'Օհան', 'Սոս'],
  Georgian: ['ნინო', 'გიორგი'],
  Hebrew: ['משה', 'יעל כהן', 'דָּוִד', 'אסתר 7'],
  Yiddish: ['מענדל'],
  Arabic: ['محمد', 'فاطمة الزهراء', 'عبدالله', 'هاله', 'Ahmed أحمد'],
  Persian: ['علی‌رضا', 'پروین', 'ژاله'],
  Urdu: ['ہما', 'ذوالفقار علی'],
  Pashto: ['ښاپېرۍ'],
  Syriac: ['ܡܪܝܡ'],
  Dhivehi: ['އަހްމަދު'],
  NKo: ['ߡߏߛߊ'],
  Hindi: ['अनिल', 'श्रीकृष्ण', 'प्रिया शर्मा'],
  Marathi: ['ऱ्हाता', 'ज्ञानेश्वर'],
  Bengali: ['রবীন্দ্রনাথ', 'সৌরভ'],
  Punjabi: ['ਗੁਰਪ੍ਰੀਤ'],
  Gujarati: ['નરેન્દ્ર'],
  Odia: ['ଜଗନ୍ନାଥ'],
  Tamil: ['கண்ணன்', 'ஸ்ரீதேவி'],
  Telugu: ['వెంకటేశ్వర'],
  Kannada: ['ಕೃಷ್ಣ'],
  Malayalam: ['സുരേഷ്', 'രാജൻ'],
  Sinhala: ['ශ්‍රීමතී', 'කුමාර'],
  Thai: ['สมชาย', 'น้ำฝน'],
  Lao: ['ສົມສັກ'],
  Khmer: ['សុខា'],
  Burmese: ['အောင်ဆန်း'],
  Tibetan: ['བསྟན་འཛིན'],
  Amharic: ['ሰላም', 'ኃይሌ'],
  Tamazight: ['ⵉⴷⵔ'],
  Chinese: ['田中', '李小龍', '王一', '丁一', '欧阳娜娜', '張三 Zhang', '辻\u{e0100}'],
  Japanese: ['田中 太郎', 'さくら', 'ニコ', 'ロロ', '佐々木', 'Yuki 田中', 'タロー', 'ﾀﾅｶ'],
  Korean: ['김철수', '이', '金英愛', 'ㅋㅋ', 'Kim 김'],
  Cherokee: ['ᏣᎳᎩ', 'ᏎᏉᏯ'],
  Inuktitut: ['ᐊᓪᓚᒃ'],
  Lisu: ['ꓡꓲ-ꓢꓴ'],
  Adlam: ['𞤀𞤣𞤢𞤥'],
  Balinese: ['ᬫᬤᬾ'],
  Emoji: ['🦊', '👩🏽‍🚀 Sam', '🏳️‍🌈 Аня', '☕️ ½', '1️⃣'],
}

for (const [language, names] of Object.entries(NAMES))
  test(`accepts names in ${language}`, () => {
    for (const name of names) {
      assert.equal(isDisplayName(name.normalize('NFC')), true, name)
      assert.equal(findImitation(name, 'Countersign'), undefined, name)
    }
  })

test('these are more than a hundred', () => assert.ok(Object.values(NAMES).flat().length > 140))
