import { expect, test } from 'vitest'
import { readKind, stopLanguage } from './stop-words.ts'

const phrases = (list: string): string[] => list.split('|')

/** Whole messages that stop, as phones send them. */
const stop = [
  ...phrases(`STOP|stop|Stop| stop |STOP.|Stop!!!|"STOP"|stop 🙏|ＳＴＯＰ|S\u200bTOP|stop\n|(stop)`),
  ...phrases(`STOPALL|Stop all|STOP-ALL|Unsubscribe|UNSUBSCRIBE.|unsub|End|END.|Quit|cancel|Revoke`),
  ...phrases(`OPTOUT|opt out|Opt-out|remove|Remove me|ＥＮＤ|*STOP*|stop?|\u202aSTOP\u202c`),
  ...phrases(`ARRET|Arrêt|arrêter|ARRÊTEZ !|Arrete\u0302z|désabonner|Desabonner|DÉSABONNEMENT|désinscrire`),
  ...phrases(`Désinscription|résilier|ANNULER`),
  ...phrases(`PARAR|Pare|sair|SAIR!|Cancelar|descadastrar|remover|Desinscrever|encerrar`),
  ...phrases(`ACHA|acheni|Simama|SITISHA|ondoa|Niondoe|jiondoe|komesha`),
  ...phrases(`توقف|إيقاف|ايقاف|أوقف|الغاء|إلغاء|إِلْغَاء|إلغاء الاشتراك|تـوقـف|قف.`),
  ...phrases(`DURO|Dúró|Da duro|DÁ DÚRÓ|ẹ dúró|Yọ mi kuro`),
  ...phrases(`TSAYA|daina|Ku daina|a daina|soke|Cire ni`),
  ...phrases(`KWUSI|Kwụsị|KWU\u0323SI\u0323|kwụsịnụ|Wepụ m`),
]

/** Near it, or the same in other words: somebody decides. */
const maybe = [
  ...phrases(`pls stop|stop it please|STOPP|Please stop|sotp|stpo|stop stop|Stop this|STOP NOW|just stop`),
  ...phrases(`please stop sending at nite|stop texting me|Stop sending me messages|stop disturbing me|kindly stop`),
  ...phrases(`unsubcribe|Unsuscribe|please unsubscribe me|I want to unsubscribe|cancle|remove my number`),
  ...phrases(`Take me off your list|take me off|No more messages|no more texts please|Do not text me|dont send again`),
  ...phrases(`don't send me messages|opt me out|Leave me alone|abeg stop|stoooop|I want to stop receiving this`),
  ...phrases(`arretez svp|stop svp|Arrêtez de m’écrire|ne m’envoyez plus de messages|desaboner|Desabonnez-moi`),
  ...phrases(
    `não quero mais mensagens|pare de enviar|parar por favor|sitaki ujumbe tena|msinitumie tena|sitisha tafadhali`,
  ),
  ...phrases(`توقف عن الإرسال|لا ترسل لي|daina turo min|ku daina aiko min|kwusi izitere m|biko kwusi`),
]

/** Ordinary replies, many with the very words in them. */
const ordinary = [
  ...phrases(
    `we will stop by on Sunday|We will stop by on Sunday with the children|Can you stop over on Friday?|stop by`,
  ),
  ...phrases(
    `The bus stop is flooded|Which bus stop?|at the next stop|My car stopped on the way|Non stop praise!|nonstop`,
  ),
  ...phrases(
    `I will not stop praying|Never stop praying|Don't stop believing|God will not stop blessing you|I cannot stop singing`,
  ),
  ...phrases(
    `the rain will stop soon|Stop crying, joy comes in the morning|stop worrying|He will stop at our house|Stopping by later`,
  ),
  ...phrases(`Amen|Amen!|Amen! What time is the service on Sunday|Thank you|Thanks pastor|God bless you|Yes|No|Ok|K`),
  ...phrases(
    `I will be there|We are coming, 4 of us|Who is this please|Who is this|wrong number|New phone, who dis?|🙏🙏🙏|👍`,
  ),
  ...phrases(`My wife is in hospital, please pray for her|Please pray for us|Call me|call me when you can|...|?`),
  '',
  ' ',
  ...phrases(`What is the end time?|The end of the service?|at the end|End of day|week end|I quit my job, pray for me`),
  ...phrases(
    `Is the picnic cancelled?|did you cancel the meeting?|Please cancel my seat|cancel Sunday, I am ill|removed`,
  ),
  ...phrases(`Remove the chairs after service|end time|shop|Step|stoop|top|soap|Pastor|Paul|Sara|Ach`),
  ...phrases(`Na gode. Allah ya saka da alheri|Na gode|Ẹ ṣé|Ẹ ṣé gan ni|Daalụ|Imeela|Asante sana|Merci|Merci beaucoup`),
  ...phrases(`Obrigado|Deus abençoe|شكرا|آمين|Nous serons quatre|À dimanche|Je ne peux pas venir|J’arrive|Arrivé`),
  ...phrases(
    `Nitakuja|Acha Mungu aitwe Mungu|Simama imara katika imani|Dúró de Olúwa nígbà gbogbo|Tsaya da ƙarfi cikin bangaskiya`,
  ),
  ...phrases(
    `Can we meet at the stop light?|This stop|Full stop|my son missed the bus stop today|To stop the war we pray`,
  ),
  ...phrases(`Endless love|Endurance|Quite well|quiet|cancer|My mother has cancer|Pare Mashambani|paris`),
  'x'.repeat(10_000),
  ...phrases(
    `Jesus did not stop at the cross|The music will not stop|We stopped by yesterday|stop sign|Unstoppable God!`,
  ),
]

const start = ['START', 'start', 'Start.', 'unstop', 'SUBSCRIBE', 'opt in', 'ابدأ', 'reprendre', 'anza']

test('there are more than two hundred phrases', () => {
  expect(new Set([...stop, ...maybe, ...ordinary, ...start]).size).toBeGreaterThan(200)
})

test('every stop word stops, and nothing else does', () => {
  expect(stop.filter((text) => readKind(text) !== 'stop')).toEqual([])
  expect([...maybe, ...ordinary].filter((text) => readKind(text) === 'stop')).toEqual([])
})

test('what is near a request to stop is for a person to decide, and ordinary replies are not', () => {
  expect(maybe.filter((text) => readKind(text) !== 'maybe_stop')).toEqual([])
  expect(ordinary.filter((text) => readKind(text) === 'maybe_stop')).toEqual([])
})

test('few words start again, and only alone', () => {
  expect(start.filter((text) => readKind(text) !== 'start')).toEqual([])
  expect(['Start at nine?', 'yes', 'Continue', 'we start soon', 'starting'].map(readKind)).toEqual(
    Array(5).fill('text'),
  )
})

test('a stop word is of a language, however it is written', () => {
  expect(['STOP', 'Arretez', 'توقف', 'dá dúró', 'hello'].map(stopLanguage)).toEqual(['en', 'fr', 'ar', 'yo', null])
})

// Read in a time that grows with the square of the length, each of these would take longer than a test may.
test('a reply of hundreds of thousands of letters is read, whatever stands in it', () => {
  for (const part of ['stop ', 'please ', 'nao quero ', '\u0323a', 'ـ', 'st', '👨‍👩‍👧', 'no more '])
    expect(readKind(part.repeat(100_000))).toBe('text')
  expect(readKind('\ud800\udc00\ud800')).toBe('text')
})
