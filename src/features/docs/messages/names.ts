import type {
  arrangementNames,
  renderTypeNames,
  sceneNames,
  sizes,
} from '../../../options/render-names.ts';
import type { Messages } from './fill.ts';

// What can be chosen, by the names of the API with what they name before them.

type Name =
  | `${'pose' | 'line'}_${(typeof renderTypeNames)[number]}`
  | `scene_${(typeof sceneNames)[number] | 'none'}`
  | `arrangement_${(typeof arrangementNames)[number]}`
  | `size_${keyof typeof sizes}`;

export const nameMessages = {
  pose_default: { en: 'Default', pt: 'Padrão', es: 'Normal' },
  pose_isometric: { en: 'Isometric', pt: 'Isométrica', es: 'Isométrica' },
  pose_head: { en: 'Head', pt: 'Cabeça', es: 'Cabeza' },
  pose_isometric_head: {
    en: 'Isometric head',
    pt: 'Cabeça isométrica',
    es: 'Cabeza isométrica',
  },
  pose_marching: { en: 'Marching', pt: 'Marchando', es: 'Marchando' },
  pose_walking: { en: 'Walking', pt: 'Andando', es: 'Caminando' },
  pose_crouching: { en: 'Crouching', pt: 'Agachado', es: 'Agachado' },
  pose_crossed: { en: 'Crossed', pt: 'Braços cruzados', es: 'Brazos cruzados' },
  pose_criss_cross: { en: 'Criss cross', pt: 'De pernas cruzadas', es: 'Piernas cruzadas' },
  pose_cheering: { en: 'Cheering', pt: 'Comemorando', es: 'Celebrando' },
  pose_relaxing: { en: 'Relaxing', pt: 'Relaxando', es: 'Relajado' },
  pose_trudging: { en: 'Trudging', pt: 'Cansado', es: 'Cansado' },
  pose_cowering: { en: 'Cowering', pt: 'Encolhido', es: 'Encogido' },
  pose_pointing: { en: 'Pointing', pt: 'Apontando', es: 'Señalando' },
  pose_lunging: { en: 'Lunging', pt: 'Atacando', es: 'Atacando' },
  pose_dungeons: { en: 'Dungeons', pt: 'Dungeons', es: 'Dungeons' },
  pose_facepalm: { en: 'Facepalm', pt: 'Mão na testa', es: 'Mano en la cara' },
  pose_sleeping: { en: 'Sleeping', pt: 'Dormindo', es: 'Durmiendo' },
  pose_dead: { en: 'Dead', pt: 'Morto', es: 'Muerto' },
  pose_archer: { en: 'Archer', pt: 'Arqueiro', es: 'Arquero' },
  pose_kicking: { en: 'Kicking', pt: 'Chutando', es: 'Pateando' },
  pose_reading: { en: 'Reading', pt: 'Lendo', es: 'Leyendo' },
  pose_high_ground: { en: 'High ground', pt: 'Do alto', es: 'Desde lo alto' },
  pose_ultimate: { en: 'Ultimate', pt: 'Ultimate', es: 'Ultimate' },
  pose_clown: { en: 'Clown', pt: 'Palhaço', es: 'Payaso' },
  pose_ornament: { en: 'Ornament', pt: 'Enfeite', es: 'Adorno' },
  pose_profile: { en: 'Profile', pt: 'De perfil', es: 'De perfil' },
  pose_mojavatar: { en: 'Mojavatar', pt: 'Mojavatar', es: 'Mojavatar' },
  pose_front: { en: 'Front', pt: 'De frente', es: 'De frente' },
  pose_back: { en: 'Back', pt: 'De costas', es: 'De espaldas' },
  pose_pixel: { en: 'Pixel', pt: 'Pixel', es: 'Píxel' },
  pose_bitzel: { en: 'Bitzel', pt: 'Bitzel', es: 'Bitzel' },

  // What goes on there, in one line.
  line_default: {
    en: 'Ready for the photo.',
    pt: 'Pronto para a foto.',
    es: 'A punto para la foto.',
  },
  line_isometric: {
    en: 'Like a piece of a board game.',
    pt: 'Como uma peça de tabuleiro.',
    es: 'Como una ficha de tablero.',
  },
  line_head: {
    en: 'Just the head, a little turned.',
    pt: 'Só a cabeça, um pouco virada.',
    es: 'Solo la cabeza, algo girada.',
  },
  line_isometric_head: {
    en: 'A block, but with ideas.',
    pt: 'Um bloco, mas com ideias.',
    es: 'Un bloque, pero con ideas.',
  },
  line_marching: {
    en: 'Left, right, left, right.',
    pt: 'Esquerda, direita, esquerda.',
    es: 'Izquierda, derecha, izquierda.',
  },
  line_walking: {
    en: 'Off to the next village.',
    pt: 'A caminho da próxima vila.',
    es: 'Rumbo a la próxima aldea.',
  },
  line_crouching: {
    en: 'Past the creeper on tiptoe.',
    pt: 'De mansinho pelo creeper.',
    es: 'De puntillas ante el creeper.',
  },
  line_crossed: {
    en: 'The admin has read the chat.',
    pt: 'O admin leu o chat.',
    es: 'El admin ha leído el chat.',
  },
  line_criss_cross: {
    en: 'Legs crossed, nothing to hide.',
    pt: 'Pernas cruzadas, nada a esconder.',
    es: 'Piernas cruzadas, nada que ocultar.',
  },
  line_cheering: { en: 'The dragon is down!', pt: 'O dragão caiu!', es: '¡Cayó el dragón!' },
  line_relaxing: {
    en: 'The night is over, all beds free.',
    pt: 'A noite passou, camas livres.',
    es: 'Pasó la noche, camas libres.',
  },
  line_trudging: {
    en: 'The diamonds fell into lava.',
    pt: 'Os diamantes caíram na lava.',
    es: 'Los diamantes cayeron a la lava.',
  },
  line_cowering: { en: 'Something hissed.', pt: 'Algo chiou.', es: 'Algo siseó.' },
  line_pointing: {
    en: 'He took my pickaxe!',
    pt: 'Ele pegou minha picareta!',
    es: '¡Él se llevó mi pico!',
  },
  line_lunging: { en: 'For the village!', pt: 'Pela vila!', es: '¡Por la aldea!' },
  line_dungeons: {
    en: 'Torch, sword, no map.',
    pt: 'Tocha, espada, sem mapa.',
    es: 'Antorcha, espada, sin mapa.',
  },
  line_facepalm: {
    en: 'When the creeper was your fault.',
    pt: 'Quando o creeper foi culpa sua.',
    es: 'Cuando el creeper fue culpa tuya.',
  },
  line_sleeping: {
    en: 'One more minute. Or a day.',
    pt: 'Só mais um minuto. Ou um dia.',
    es: 'Un minuto más. O un día.',
  },
  line_dead: { en: 'So that was lava.', pt: 'Então aquilo era lava.', es: 'Así que eso era lava.' },
  line_archer: {
    en: 'One arrow, one skeleton.',
    pt: 'Uma flecha, um esqueleto.',
    es: 'Una flecha, un esqueleto.',
  },
  line_kicking: { en: 'Out of my base!', pt: 'Fora da minha base!', es: '¡Fuera de mi base!' },
  line_reading: {
    en: 'Chapter one: never dig down.',
    pt: 'Capítulo um: não cave para baixo.',
    es: 'Capítulo uno: no caves hacia abajo.',
  },
  line_high_ground: {
    en: 'Best view on the server.',
    pt: 'A melhor vista do servidor.',
    es: 'La mejor vista del servidor.',
  },
  line_ultimate: {
    en: 'Full charge. Stand back.',
    pt: 'Carga total. Para trás.',
    es: 'Carga completa. Atrás.',
  },
  line_clown: {
    en: 'Who gave this one operator?',
    pt: 'Quem deu op para este?',
    es: '¿Quién le dio op a este?',
  },
  line_ornament: {
    en: 'Hangs on the tree until January.',
    pt: 'Na árvore até janeiro.',
    es: 'En el árbol hasta enero.',
  },
  line_profile: { en: 'The better side.', pt: 'O melhor lado.', es: 'El mejor lado.' },
  line_mojavatar: {
    en: 'Made for small round frames.',
    pt: 'Feito para avatares pequenos.',
    es: 'Hecho para avatares pequeños.',
  },
  line_front: {
    en: 'Flat as paper, face first.',
    pt: 'Plano como papel, de frente.',
    es: 'Plano como papel, de frente.',
  },
  line_back: { en: 'Leaving, with style.', pt: 'Saindo com estilo.', es: 'Se va con estilo.' },
  line_pixel: { en: 'Every pixel counts.', pt: 'Cada pixel conta.', es: 'Cada píxel cuenta.' },
  line_bitzel: {
    en: 'Small, square and proud.',
    pt: 'Pequeno, quadrado e feliz.',
    es: 'Pequeño, cuadrado y feliz.',
  },

  scene_none: { en: 'Transparent', pt: 'Transparente', es: 'Transparente' },
  scene_meadow: { en: 'Meadow', pt: 'Campo', es: 'Pradera' },
  scene_night: { en: 'Night', pt: 'Noite', es: 'Noche' },
  scene_desert: { en: 'Desert', pt: 'Deserto', es: 'Desierto' },
  scene_snow: { en: 'Snow', pt: 'Neve', es: 'Nieve' },
  scene_cave: { en: 'Cave', pt: 'Caverna', es: 'Cueva' },
  scene_inferno: { en: 'Inferno', pt: 'Inferno', es: 'Infierno' },
  scene_void: { en: 'Void', pt: 'Vazio', es: 'Vacío' },
  scene_stage: { en: 'Stage', pt: 'Palco', es: 'Escenario' },

  arrangement_row: { en: 'Row', pt: 'Fila', es: 'Fila' },
  arrangement_rows: { en: 'Rows', pt: 'Duas filas', es: 'Dos filas' },
  arrangement_podium: { en: 'Podium', pt: 'Pódio', es: 'Podio' },
  arrangement_teams: { en: 'Teams', pt: 'Times', es: 'Equipos' },
  arrangement_arc: { en: 'Arc', pt: 'Arco', es: 'Arco' },
  arrangement_stairs: { en: 'Stairs', pt: 'Escada', es: 'Escalera' },

  size_og: { en: 'Post or preview', pt: 'Post ou prévia', es: 'Post o vista previa' },
  size_banner: { en: 'Server banner', pt: 'Banner do servidor', es: 'Banner del servidor' },
  size_square: { en: 'Square', pt: 'Quadrado', es: 'Cuadrado' },
  size_video: { en: 'Video cover', pt: 'Capa de vídeo', es: 'Portada de vídeo' },
  'size_server-list': { en: 'Server list', pt: 'Lista de servidores', es: 'Lista de servidores' },
} as const satisfies Messages & Readonly<Record<Name, unknown>>;
