import type { Messages } from './fill.ts';

/** What the script of the pages says: sent to it with the page, in one language. See `messages.ts`. */
export const scriptMessages = {
  // Everywhere
  and: { en: '{list} and {last}', pt: '{list} e {last}', es: '{list} y {last}' },
  copied: { en: 'Copied', pt: 'Copiado', es: 'Copiado' },
  selectAndCopy: {
    en: 'Select it and copy',
    pt: 'Selecione e copie',
    es: 'Selecciónalo y cópialo',
  },
  noCopying: {
    en: 'Copying is not allowed here',
    pt: 'Aqui não é permitido copiar',
    es: 'Aquí no se permite copiar',
  },
  tryAgain: { en: 'Try again', pt: 'Tentar de novo', es: 'Reintentar' },
  offline: {
    en: 'The service can’t be reached. Are you online?',
    pt: 'Não foi possível falar com o serviço. Há conexão com a internet?',
    es: 'No se puede contactar con el servicio. ¿Tienes conexión?',
  },
  unreachable: {
    en: 'The service can’t be reached.',
    pt: 'Não foi possível falar com o serviço.',
    es: 'No se puede contactar con el servicio.',
  },
  tooMany: {
    en: 'Too many requests this minute. Continuing in {seconds} s.',
    pt: 'Muitas requisições neste minuto. Continua em {seconds} s.',
    es: 'Demasiadas peticiones en este minuto. Continúa en {seconds} s.',
  },
  busy: {
    en: 'The service is busy. Trying again in {seconds} s.',
    pt: 'O serviço está ocupado. Nova tentativa em {seconds} s.',
    es: 'El servicio está ocupado. Nuevo intento en {seconds} s.',
  },
  tooLarge: {
    en: 'These skin files are too large for one request. Remove one, or use its address.',
    pt: 'Estes arquivos de skin são grandes demais para uma requisição. Remova um ou use o endereço dele.',
    es: 'Estos archivos de skin son demasiado grandes para una petición. Quita uno o usa su dirección.',
  },
  answeredWith: {
    en: 'The service answered with status {status}.',
    pt: 'O serviço respondeu com o status {status}.',
    es: 'El servicio respondió con el estado {status}.',
  },
  responseOf: { en: 'Response: {title}', pt: 'Resposta: {title}', es: 'Respuesta: {title}' },
  justNow: { en: '{status}, just now', pt: '{status}, agora', es: '{status}, ahora mismo' },

  // Players
  playerNumber: { en: 'Player {number}', pt: 'Jogador {number}', es: 'Jugador {number}' },
  labelOf: {
    en: 'Label of player {number}',
    pt: 'Nome exibido do jogador {number}',
    es: 'Nombre visible del jugador {number}',
  },
  movePlayer: {
    en: 'Move player {number} of {count}, with the arrow keys',
    pt: 'Mover o jogador {number} de {count} com as setas',
    es: 'Mover el jugador {number} de {count} con las flechas',
  },
  removePlayer: {
    en: 'Remove player {number}',
    pt: 'Remover o jogador {number}',
    es: 'Quitar el jugador {number}',
  },
  moreOfPlayer: {
    en: 'Pose and more of player {number}',
    pt: 'Pose e mais do jogador {number}',
    es: 'Pose y más del jugador {number}',
  },
  fileOfPlayer: {
    en: 'Skin file of player {number}',
    pt: 'Arquivo de skin do jogador {number}',
    es: 'Archivo de skin del jugador {number}',
  },
  labelPlaceholder: {
    en: 'Name to show (optional)',
    pt: 'Nome visível (opcional)',
    es: 'Nombre visible (opcional)',
  },
  noName: { en: 'No name', pt: 'Sem nome', es: 'Sin nombre' },
  emptyPlace: { en: 'The empty place', pt: 'O lugar vazio', es: 'El lugar vacío' },
  countOf: { en: '{count} of {most}', pt: '{count} de {most}', es: '{count} de {most}' },
  removed: {
    en: 'Removed; {count} left',
    pt: 'Removido; restam {count}',
    es: 'Quitado; quedan {count}',
  },
  nowNumber: {
    en: '{name} is now number {number} of {count}',
    pt: '{name} agora é o número {number} de {count}',
    es: '{name} ahora es el número {number} de {count}',
  },
  turned: { en: 'turned {degrees}°', pt: 'girado {degrees}°', es: 'girado {degrees}°' },
  mirroredToo: { en: 'mirrored', pt: 'espelhado', es: 'reflejado' },
  armsWide: { en: 'wide arms', pt: 'braços largos', es: 'brazos anchos' },
  armsThin: { en: 'slim arms', pt: 'braços finos', es: 'brazos finos' },
  poseOrDrag: {
    en: '{name}: click to pose, drag to move',
    pt: '{name}: clique para a pose, arraste para mover',
    es: '{name}: clic para la pose, arrastra para mover',
  },
  retype: {
    en: '{name}: click to type another player',
    pt: '{name}: clique para digitar outro jogador',
    es: '{name}: clic para escribir otro jugador',
  },
  playerNamed: {
    en: 'Player {number}: {name}',
    pt: 'Jogador {number}: {name}',
    es: 'Jugador {number}: {name}',
  },
  poseIs: { en: 'Pose: {pose}', pt: 'Pose: {pose}', es: 'Pose: {pose}' },
  changedBack: { en: 'Changed back', pt: 'Desfeito', es: 'Deshecho' },
  oneLeftOut: {
    en: 'Ten players is the limit, so 1 name was dropped.',
    pt: 'O limite é de dez jogadores: 1 nome ficou de fora.',
    es: 'El límite es de diez jugadores: 1 nombre quedó fuera.',
  },
  manyLeftOut: {
    en: 'Ten players is the limit, so {count} names were dropped.',
    pt: 'O limite é de dez jogadores: {count} nomes ficaram de fora.',
    es: 'El límite es de diez jugadores: {count} nombres quedaron fuera.',
  },
  tenIsTheLimit: {
    en: 'Ten players is the limit: remove one first.',
    pt: 'O limite é de dez jogadores: remova um primeiro.',
    es: 'El límite es de diez jugadores: quita uno primero.',
  },
  fileTooLarge: {
    en: '{name} is too large: all skin files of one picture together can be {kilobytes} kB.',
    pt: '{name} é grande demais: juntos, os arquivos de skin de uma imagem podem ter {kilobytes} kB.',
    es: '{name} es demasiado grande: juntos, los archivos de skin de una imagen pueden tener {kilobytes} kB.',
  },
  fileNotPng: {
    en: '{name} is not a PNG. A skin is a PNG of 64×64 or 64×32.',
    pt: '{name} não é um PNG. Uma skin é um PNG de 64×64 ou 64×32.',
    es: '{name} no es un PNG. Una skin es un PNG de 64×64 o 64×32.',
  },

  // What is wrong with a player
  notAName: {
    en: 'That isn’t a Minecraft name: letters, digits and _ only, 16 at most.',
    pt: 'Isso não é um nome do Minecraft: só letras, números e _, no máximo 16.',
    es: 'Eso no es un nombre de Minecraft: solo letras, números y _, 16 como máximo.',
  },
  noSuchPlayer: {
    en: 'There is no player with this name. Is it spelt right?',
    pt: 'Não existe jogador com este nome. Está escrito certo?',
    es: 'No hay ningún jugador con este nombre. ¿Está bien escrito?',
  },
  didYouMean: { en: 'Did you mean {name}?', pt: 'Seria {name}?', es: '¿Querías decir {name}?' },
  mojangSilent: {
    en: 'Mojang isn’t answering right now.',
    pt: 'A Mojang não está respondendo agora.',
    es: 'Mojang no responde en este momento.',
  },

  // The picture
  firstPlayer: {
    en: 'Add your first player.',
    pt: 'Adicione o primeiro jogador.',
    es: 'Añade el primer jugador.',
  },
  someDrawn: {
    en: '{count} of {most} drawn. Fix the marked ones to see them too.',
    pt: '{count} de {most} desenhados. Corrija os marcados para vê-los também.',
    es: '{count} de {most} dibujados. Corrige los marcados para verlos también.',
  },
  pictureUpdated: {
    en: 'Picture updated: {names}',
    pt: 'Imagem atualizada: {names}',
    es: 'Imagen actualizada: {names}',
  },
  fixMarked: {
    en: 'Fix the marked players to get the link and download.',
    pt: 'Corrija os jogadores marcados para ter o link e o download.',
    es: 'Corrige los jugadores marcados para tener el enlace y la descarga.',
  },
  couldNotLoad: {
    en: 'We couldn’t load these players. Try again in a moment.',
    pt: 'Não foi possível carregar estes jogadores. Tente de novo daqui a pouco.',
    es: 'No se pudieron cargar estos jugadores. Inténtalo de nuevo en un momento.',
  },
  aSkin: { en: 'a skin', pt: 'uma skin', es: 'una skin' },
  sceneNamed: {
    en: '{list}, scene {scene}',
    pt: '{list}, cenário {scene}',
    es: '{list}, escena {scene}',
  },
  sideBySide: {
    en: '{list} side by side',
    pt: '{list} lado a lado',
    es: '{list}, uno al lado del otro',
  },
  scrollsSideways: {
    en: 'The picture, scrolls sideways',
    pt: 'A imagem, rola para os lados',
    es: 'La imagen, se desplaza de lado',
  },
  linkTooLong: {
    en: 'Skin files make the link too long to embed. Put them online and use their addresses here instead.',
    pt: 'Arquivos de skin deixam o link longo demais para incorporar. Publique-os e use aqui os endereços.',
    es: 'Los archivos de skin hacen el enlace demasiado largo para insertarlo. Publícalos y usa aquí sus direcciones.',
  },
  copiedPicture: { en: 'Picture copied', pt: 'Imagem copiada', es: 'Imagen copiada' },
  useDownload: { en: 'Use Download', pt: 'Use Baixar', es: 'Usa Descargar' },
  noPictureCopying: {
    en: 'This browser doesn’t let a page copy pictures',
    pt: 'Este navegador não deixa uma página copiar imagens',
    es: 'Este navegador no deja que una página copie imágenes',
  },

  // Gallery and server card
  typePlayer: {
    en: 'Type a player’s name in the field above.',
    pt: 'Digite o nome de um jogador no campo acima.',
    es: 'Escribe el nombre de un jugador en el campo de arriba.',
  },
  drawingPlayer: { en: 'Drawing {name} …', pt: 'Desenhando {name} …', es: 'Dibujando a {name} …' },
  inPoses: {
    en: '{name} in {count} poses',
    pt: '{name} em {count} poses',
    es: '{name} en {count} poses',
  },
  checking: { en: 'Checking {host} …', pt: 'Consultando {host} …', es: 'Consultando {host} …' },
  typeServer: {
    en: 'Type in the field above what you want a card of.',
    pt: 'Digite no campo acima de que você quer um cartão.',
    es: 'Escribe en el campo de arriba de qué quieres una tarjeta.',
  },
  unknownHost: {
    en: 'There is no such address: {host}. Is it spelt right?',
    pt: 'Este endereço não existe: {host}. Está escrito certo?',
    es: 'Esta dirección no existe: {host}. ¿Está bien escrita?',
  },
  membersOf: {
    en: '{name} · {count} members',
    pt: '{name} · {count} membros',
    es: '{name} · {count} miembros',
  },

  // Roblox
  valuePlaceholder: { en: 'Name, UUID or URL', pt: 'Nome, UUID ou URL', es: 'Nombre, UUID o URL' },
  robloxValue: {
    en: 'Roblox name or ID',
    pt: 'Nome ou ID do Roblox',
    es: 'Nombre o ID de Roblox',
  },
  noSuchUser: {
    en: 'There is nobody with this name on Roblox. Is it spelt right?',
    pt: 'Não há ninguém com este nome no Roblox. Está escrito certo?',
    es: 'No hay nadie con este nombre en Roblox. ¿Está bien escrito?',
  },
  notARobloxName: {
    en: 'That isn’t a Roblox name: 3 to 20 letters, digits and _, an ID or a link to a profile.',
    pt: 'Isto não é um nome do Roblox: de 3 a 20 letras, dígitos e _, um ID ou o link de um perfil.',
    es: 'Eso no es un nombre de Roblox: de 3 a 20 letras, dígitos y _, un ID o el enlace de un perfil.',
  },
  robloxSilent: {
    en: 'Roblox isn’t answering right now.',
    pt: 'O Roblox não está respondendo agora.',
    es: 'Roblox no responde ahora mismo.',
  },

  // Post it
  posting: { en: 'Posting …', pt: 'Publicando …', es: 'Publicando …' },
  posted: {
    en: 'Posted to your channel ✓',
    pt: 'Publicado no seu canal ✓',
    es: 'Publicado en tu canal ✓',
  },
  postNoAddress: {
    en: 'That isn’t the address of a webhook. It begins with https://discord.com/api/webhooks/.',
    pt: 'Este não é o endereço de um webhook. Ele começa com https://discord.com/api/webhooks/.',
    es: 'Esa no es la dirección de un webhook. Empieza por https://discord.com/api/webhooks/.',
  },
  postGone: {
    en: 'This webhook doesn’t exist any more, or its address is incomplete. Copy it again from the channel’s settings.',
    pt: 'Este webhook não existe mais ou o endereço está incompleto. Copie-o de novo nas configurações do canal.',
    es: 'Este webhook ya no existe o la dirección está incompleta. Cópiala otra vez en los ajustes del canal.',
  },
  postWait: {
    en: 'Too many posts to this channel. Try again in {seconds} s.',
    pt: 'Publicações demais neste canal. Tente de novo em {seconds} s.',
    es: 'Demasiadas publicaciones en este canal. Inténtalo en {seconds} s.',
  },
  postTooLarge: {
    en: 'The picture is too large to post. Choose a smaller height.',
    pt: 'A imagem é grande demais para publicar. Escolha uma altura menor.',
    es: 'La imagen es demasiado grande para publicarla. Elige una altura menor.',
  },
  postNoAnswer: {
    en: 'Discord isn’t answering right now. Try again in a moment.',
    pt: 'O Discord não está respondendo agora. Tente daqui a pouco.',
    es: 'Discord no responde ahora mismo. Inténtalo en un momento.',
  },
  statusOf: { en: 'Status of {host}', pt: 'Status de {host}', es: 'Estado de {host}' },
  onlineOn: { en: 'Online on {host}', pt: 'Online em {host}', es: 'En línea en {host}' },
  whoIsOnline: {
    en: 'Who is online on {host}',
    pt: 'Quem está online em {host}',
    es: 'Quién está en línea en {host}',
  },
  nobodyNamed: {
    en: '{host} names nobody who is online.',
    pt: '{host} não informa ninguém online.',
    es: '{host} no nombra a nadie en línea.',
  },
} as const satisfies Messages;
