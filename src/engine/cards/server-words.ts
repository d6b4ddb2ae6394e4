import type { InviteLang } from './invite-words.ts';
import type { ServerCard } from './server-card-job.ts';

/** The words for one state of a server. */
type StateWords = {
  /** In the corner. */
  readonly state: string;
  /** In place of a message of the day. */
  readonly sentence: string;
};

type Words = Readonly<Record<ServerCard['state'], StateWords>>;

const of = (online: string, noMessage: string, offline: string, silent: string) => ({
  online: { state: online, sentence: noMessage },
  offline: { state: offline, sentence: silent },
});

const named = (state: string, sentence: string) => ({ unknown: { state, sentence } });

/** By ISO 639-1 code, in the order of the invite cards. */
const words: Readonly<Record<InviteLang, Words>> = {
  en: {
    ...of(
      'Online',
      'A server without a message of the day.',
      'Offline',
      'This server doesn’t answer right now.',
    ),
    ...named('Unknown', 'The name of this server can’t be looked up right now.'),
  },
  ar: {
    ...of('متصل', 'خادم بلا رسالة ترحيب.', 'غير متصل', 'هذا الخادم لا يستجيب الآن.'),
    ...named('غير معروف', 'يتعذّر العثور على اسم هذا الخادم الآن.'),
  },
  cs: {
    ...of('Online', 'Server bez uvítací zprávy.', 'Offline', 'Tento server teď neodpovídá.'),
    ...named('Neznámý', 'Jméno tohoto serveru teď nelze dohledat.'),
  },
  de: {
    ...of(
      'Online',
      'Ein Server ohne Begrüßungstext.',
      'Offline',
      'Dieser Server antwortet gerade nicht.',
    ),
    ...named('Unbekannt', 'Der Name dieses Servers lässt sich gerade nicht auflösen.'),
  },
  es: {
    ...of(
      'En línea',
      'Un servidor sin mensaje del día.',
      'Desconectado',
      'Este servidor no responde ahora mismo.',
    ),
    ...named('Desconocido', 'Ahora mismo no se puede resolver el nombre de este servidor.'),
  },
  fr: {
    ...of(
      'En ligne',
      'Un serveur sans message du jour.',
      'Hors ligne',
      'Ce serveur ne répond pas pour le moment.',
    ),
    ...named('Inconnu', 'Le nom de ce serveur est introuvable pour le moment.'),
  },
  id: {
    ...of('Daring', 'Server tanpa pesan hari ini.', 'Luring', 'Server ini sedang tidak menjawab.'),
    ...named('Tidak diketahui', 'Nama server ini sedang tidak dapat ditemukan.'),
  },
  it: {
    ...of(
      'Online',
      'Un server senza messaggio del giorno.',
      'Offline',
      'Questo server al momento non risponde.',
    ),
    ...named('Sconosciuto', 'Al momento non si trova il nome di questo server.'),
  },
  ja: {
    ...of(
      'オンライン',
      'メッセージのないサーバーです。',
      'オフライン',
      'このサーバーは現在応答していません。',
    ),
    ...named('不明', 'このサーバーの名前は現在解決できません。'),
  },
  ko: {
    ...of(
      '온라인',
      '오늘의 메시지가 없는 서버입니다.',
      '오프라인',
      '이 서버는 지금 응답하지 않습니다.',
    ),
    ...named('알 수 없음', '지금은 이 서버의 이름을 찾을 수 없습니다.'),
  },
  nl: {
    ...of(
      'Online',
      'Een server zonder welkomstbericht.',
      'Offline',
      'Deze server antwoordt op dit moment niet.',
    ),
    ...named('Onbekend', 'De naam van deze server is nu niet te vinden.'),
  },
  pl: {
    ...of(
      'Online',
      'Serwer bez wiadomości dnia.',
      'Offline',
      'Ten serwer w tej chwili nie odpowiada.',
    ),
    ...named('Nieznany', 'W tej chwili nie można odnaleźć nazwy tego serwera.'),
  },
  pt: {
    ...of(
      'Online',
      'Um servidor sem mensagem do dia.',
      'Offline',
      'Este servidor não responde neste momento.',
    ),
    ...named('Desconhecido', 'Neste momento não é possível encontrar o nome deste servidor.'),
  },
  ru: {
    ...of('В сети', 'Сервер без приветствия.', 'Не в сети', 'Этот сервер сейчас не отвечает.'),
    ...named('Неизвестно', 'Имя этого сервера сейчас не удаётся найти.'),
  },
  tr: {
    ...of(
      'Çevrimiçi',
      'Günün mesajı olmayan bir sunucu.',
      'Çevrimdışı',
      'Bu sunucu şu anda yanıt vermiyor.',
    ),
    ...named('Bilinmiyor', 'Bu sunucunun adı şu anda bulunamıyor.'),
  },
  uk: {
    ...of('У мережі', 'Сервер без привітання.', 'Не в мережі', 'Цей сервер зараз не відповідає.'),
    ...named('Невідомо', 'Назву цього сервера зараз не вдається знайти.'),
  },
  vi: {
    ...of(
      'Trực tuyến',
      'Máy chủ không có thông điệp.',
      'Ngoại tuyến',
      'Máy chủ này hiện không phản hồi.',
    ),
    ...named('Không rõ', 'Hiện không tra được tên của máy chủ này.'),
  },
  zh: {
    ...of('在线', '此服务器没有今日消息。', '离线', '此服务器目前没有响应。'),
    ...named('未知', '目前无法解析此服务器的名称。'),
  },
};

export function stateWordsOf(lang: InviteLang, state: ServerCard['state']): StateWords {
  return words[lang][state];
}
