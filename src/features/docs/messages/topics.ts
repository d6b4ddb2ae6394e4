import type { Locale } from './locales.ts';

/** A title or a lead in every language. */
export type Texts = Readonly<Record<Locale, string>>;

/** What a page of the documentation is about. */
export type TopicTexts = {
  readonly title: Texts;
  /** One or two sentences. */ readonly lead: Texts;
};

/** Reference pages, by the part of the path that their routes share. See `messages.ts`. */
export const topicMessages: Readonly<Record<string, TopicTexts>> = {
  '/api/blockgame/render/composition': {
    title: { en: 'Compose skins', pt: 'Compor skins', es: 'Componer skins' },
    lead: {
      en: 'Up to ten players side by side in one transparent picture, their names below them.',
      pt: 'Até dez jogadores lado a lado em uma imagem transparente, com os nomes abaixo.',
      es: 'Hasta diez jugadores juntos en una imagen transparente, con sus nombres debajo.',
    },
  },
  '/api/blockgame/render': {
    title: { en: 'Player renders', pt: 'Imagens de jogadores', es: 'Imágenes de jugadores' },
    lead: {
      en: 'One player in one of many poses: the whole figure, a bust or the face, as PNG, WebP or AVIF.',
      pt: 'Um jogador em uma de muitas poses: a figura inteira, o busto ou o rosto, em PNG, WebP ou AVIF.',
      es: 'Un jugador en una de muchas poses: la figura entera, el busto o la cara, en PNG, WebP o AVIF.',
    },
  },
  '/api/blockgame/player': {
    title: { en: 'Player profiles', pt: 'Perfis de jogadores', es: 'Perfiles de jugadores' },
    lead: {
      en: 'Name, UUID, arm width and textures of a player, as JSON.',
      pt: 'Nome, UUID, largura dos braços e texturas de um jogador, em JSON.',
      es: 'Nombre, UUID, ancho de brazos y texturas de un jugador, en JSON.',
    },
  },
  '/api/blockgame/skin': {
    title: { en: 'Skin sheets', pt: 'Texturas de skin', es: 'Texturas de skin' },
    lead: {
      en: 'The skin texture of a player, as it is or as the game draws it.',
      pt: 'A textura que um jogador usa, como ela é ou como o jogo a desenha.',
      es: 'La textura que lleva un jugador, tal cual o como la dibuja el juego.',
    },
  },
  '/api/blockgame/cape': {
    title: { en: 'Capes', pt: 'Capas', es: 'Capas' },
    lead: {
      en: 'The cape texture of a player who has one.',
      pt: 'A capa que um jogador usa, se houver.',
      es: 'La capa que lleva un jugador, si la hay.',
    },
  },
  '/api/blockgame/server': {
    title: { en: 'Server status', pt: 'Status de servidores', es: 'Estado de servidores' },
    lead: {
      en: 'Who is online on a Java or Bedrock server: as a line of text, as JSON, as an icon or as a card for your page.',
      pt: 'Quem está online em um servidor Java ou Bedrock: como linha de texto, JSON, ícone ou cartão para a sua página.',
      es: 'Quién está en línea en un servidor Java o Bedrock: como línea de texto, JSON, icono o tarjeta para tu página.',
    },
  },
  '/api/compat': {
    title: {
      en: 'Other services’ addresses',
      pt: 'Endereços de outros serviços',
      es: 'Direcciones de otros servicios',
    },
    lead: {
      en: 'Crafatar, Minotar, mc-heads.net, VZGE, NMSR and Starlight: change the host of an address, keep its path.',
      pt: 'Crafatar, Minotar, mc-heads.net, VZGE, NMSR e Starlight: troque o host do endereço, mantenha o caminho.',
      es: 'Crafatar, Minotar, mc-heads.net, VZGE, NMSR y Starlight: cambia el host de la dirección, conserva la ruta.',
    },
  },
  '/api/roblox/user': {
    title: { en: 'Roblox users', pt: 'Usuários do Roblox', es: 'Usuarios de Roblox' },
    lead: {
      en: 'A Roblox user by name or id: profile, followers and pictures, as JSON.',
      pt: 'O que se sabe de um usuário do Roblox, por nome ou id, em JSON.',
      es: 'Lo que se sabe de un usuario de Roblox, por nombre o id, en JSON.',
    },
  },
  '/api/roblox/users': {
    title: {
      en: 'Many Roblox users',
      pt: 'Usuários do Roblox em lote',
      es: 'Usuarios de Roblox en lote',
    },
    lead: {
      en: 'Up to a hundred Roblox users in one request, for game servers and leaderboards.',
      pt: 'Até cem usuários do Roblox em uma requisição, para servidores de jogo e rankings.',
      es: 'Hasta cien usuarios de Roblox en una petición, para servidores de juego y clasificaciones.',
    },
  },
  '/api/roblox/game': {
    title: { en: 'Roblox games', pt: 'Jogos do Roblox', es: 'Juegos de Roblox' },
    lead: {
      en: 'Players, visits and likes of a Roblox game as JSON, a line of text or a badge; its icon, pictures and badges.',
      pt: 'Quantos jogam, visitam e curtem um jogo do Roblox, em JSON, texto ou badge; seu ícone, imagens e badges.',
      es: 'Cuántos juegan, visitan y valoran un juego de Roblox, en JSON, texto o insignia; su icono, imágenes e insignias.',
    },
  },
  '/api/roblox/group': {
    title: { en: 'Roblox groups', pt: 'Grupos do Roblox', es: 'Grupos de Roblox' },
    lead: {
      en: 'A Roblox group as JSON, icon and badge.',
      pt: 'Um grupo do Roblox em JSON, ícone e badge.',
      es: 'Un grupo de Roblox en JSON, icono e insignia.',
    },
  },
  '/api/roblox/render': {
    title: { en: 'Roblox pictures', pt: 'Imagens do Roblox', es: 'Imágenes de Roblox' },
    lead: {
      en: 'The picture of a Roblox user by name: the whole figure, a bust or the face, as PNG, WebP or AVIF; and up to ten of them in a group, together with Minecraft players.',
      pt: 'A imagem de um usuário do Roblox pelo nome: a figura inteira, o busto ou o rosto, em PNG, WebP ou AVIF; e até dez deles em grupo, com jogadores de Minecraft no meio.',
      es: 'La imagen de un usuario de Roblox por su nombre: la figura entera, el busto o la cara, en PNG, WebP o AVIF; y hasta diez en grupo, también con jugadores de Minecraft.',
    },
  },
  '/api/roblox/render/avatar': {
    title: { en: 'Roblox avatars', pt: 'Avatares do Roblox', es: 'Avatares de Roblox' },
    lead: {
      en: 'The picture of a Roblox user by name: the whole figure, a bust or the face, as PNG, WebP or AVIF; and up to ten of them in a group, together with Minecraft players.',
      pt: 'A imagem de um usuário do Roblox pelo nome: a figura inteira, o busto ou o rosto, em PNG, WebP ou AVIF; e até dez deles em grupo, com jogadores de Minecraft no meio.',
      es: 'La imagen de un usuario de Roblox por su nombre: la figura entera, el busto o la cara, en PNG, WebP o AVIF; y hasta diez en grupo, también con jugadores de Minecraft.',
    },
  },
  '/api/roblox/render/composition': {
    title: {
      en: 'Compose Roblox users',
      pt: 'Compor usuários do Roblox',
      es: 'Componer usuarios de Roblox',
    },
    lead: {
      en: 'Roblox users side by side, together with Minecraft players if you like.',
      pt: 'Usuários do Roblox lado a lado, também com jogadores de Minecraft se quiser.',
      es: 'Usuarios de Roblox juntos, también con jugadores de Minecraft si quieres.',
    },
  },
  '/api/blockgame/render/types': {
    title: { en: 'Poses as JSON', pt: 'Poses em JSON', es: 'Poses en JSON' },
    lead: {
      en: 'Every pose, crop, scene, arrangement and size by name, for clients that offer a choice.',
      pt: 'Toda pose, corte, cenário, formação e tamanho por nome, para clientes que oferecem escolha.',
      es: 'Cada pose, recorte, escena, formación y tamaño por su nombre, para clientes que dan a elegir.',
    },
  },
  '/api/chat/webhook/queue': {
    title: { en: 'Queued messages', pt: 'Mensagens na fila', es: 'Mensajes en cola' },
    lead: {
      en: 'The state of a message that was queued for a Discord webhook.',
      pt: 'O que aconteceu com uma mensagem enfileirada para um webhook do Discord.',
      es: 'Qué ha sido de un mensaje puesto en cola para un webhook de Discord.',
    },
  },
  '/api/chat/invite': {
    title: { en: 'Discord invites', pt: 'Convites do Discord', es: 'Invitaciones de Discord' },
    lead: {
      en: 'The server of an invite: as JSON, as an icon, as a card with a button or as a badge for your page.',
      pt: 'O servidor para onde um convite leva: em JSON, ícone, cartão com botão ou badge para a sua página.',
      es: 'El servidor al que lleva una invitación: en JSON, icono, tarjeta con botón o insignia para tu página.',
    },
  },
  '/api/chat/guild': {
    title: { en: 'Discord servers', pt: 'Servidores do Discord', es: 'Servidores de Discord' },
    lead: {
      en: 'A server whose widget is enabled: as JSON, as a card or as a badge.',
      pt: 'O que um servidor com o widget ligado mostra de si: em JSON, cartão ou badge.',
      es: 'Lo que muestra de sí un servidor con su widget activado: en JSON, tarjeta o insignia.',
    },
  },
  '/api/chat/webhook': {
    title: { en: 'Discord webhooks', pt: 'Webhooks do Discord', es: 'Webhooks de Discord' },
    lead: {
      en: 'Passes messages on to a Discord webhook, for scripts that can’t reach Discord themselves.',
      pt: 'Repassa mensagens para um webhook do Discord, para scripts que não alcançam o Discord.',
      es: 'Reenvía mensajes a un webhook de Discord, para scripts que no pueden llegar a Discord.',
    },
  },
};

/** What lies outside of the API is there for whoever runs the service. */
export const serviceMessages: TopicTexts = {
  title: { en: 'Service', pt: 'Serviço', es: 'Servicio' },
  lead: {
    en: 'For operators.',
    pt: 'Para quem o mantém no ar.',
    es: 'Para quien lo mantiene en marcha.',
  },
};
