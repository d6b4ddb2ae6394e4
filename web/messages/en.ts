// All that pages say, in English, whose keys every other language has: to add one, copy this file, rename
// what it exports, and translate it. Then `t('itsKey')`: `site.t` on the
// server, `t` of `web/script/messages.ts` in the script. `{name}` stands for a value:
// `t('key', { name: 3 })`. A missing or unknown key and a missing value do not compile. Code stands between
// backquotes and goes through `prose`. Errors of the API stay English; so do the bodies of the docs.

export const en = {
  /** BCP 47 tag of the wording, and what its speakers call the language. */
  tag: 'en',
  name: 'English',

  /** What the script says: of all texts, only these are sent to it. */
  script: {
    // Everywhere
    and: '{list} and {last}',
    copied: 'Copied',
    selectAndCopy: 'Select it and copy',
    noCopying: 'Copying is not allowed here',
    tryAgain: 'Try again',
    offline: 'The service can’t be reached. Are you online?',
    unreachable: 'The service can’t be reached.',
    tooMany: 'Too many requests this minute. Continuing in {seconds} s.',
    busy: 'The service is busy. Trying again in {seconds} s.',
    tooLarge: 'These skin files are too large for one request. Remove one, or use its address.',
    answeredWith: 'The service responded with status {status}.',
    responseOf: 'Response: {title}',
    justNow: '{status}, just now',

    // Players
    playerNumber: 'Player {number}',
    labelOf: 'Label of player {number}',
    movePlayer: 'Move player {number} of {count}, with the arrow keys',
    removePlayer: 'Remove player {number}',
    moreOfPlayer: 'Pose and more of player {number}',
    fileOfPlayer: 'Skin file of player {number}',
    labelPlaceholder: 'Name to show (optional)',
    noName: 'No name',
    emptyPlace: 'The empty place',
    countOf: '{count} of {most}',
    removed: 'Removed; {count} left',
    nowNumber: '{name} is now number {number} of {count}',
    turned: 'turned {degrees}°',
    mirroredToo: 'mirrored',
    armsWide: 'wide arms',
    armsThin: 'slim arms',
    poseOrDrag: '{name}: click to pose, drag to move',
    retype: '{name}: click to type another player',
    playerNamed: 'Player {number}: {name}',
    poseIs: 'Pose: {pose}',
    changedBack: 'Changed back',
    oneLeftOut: 'Ten players is the limit, so 1 name was dropped.',
    manyLeftOut: 'Ten players is the limit, so {count} names were dropped.',
    tenIsTheLimit: 'Ten players is the limit: remove one first.',
    fileTooLarge:
      '{name} is too large: all skin files of one picture together can be {kilobytes} kB.',
    fileNotPng: '{name} is not a PNG. A skin is a PNG of 64×64 or 64×32.',

    // What is wrong with a player
    notAName: 'That isn’t a Minecraft name: letters, digits and _ only, 16 at most.',
    noSuchPlayer: 'There is no player with this name. Is it spelt right?',
    didYouMean: 'Did you mean {name}?',
    mojangSilent: 'Mojang isn’t answering right now.',

    // The picture
    firstPlayer: 'Add your first player.',
    someDrawn: '{count} of {most} drawn. Fix the marked ones to see them too.',
    pictureUpdated: 'Picture updated: {names}',
    fixMarked: 'Fix the marked players to get the link and download.',
    couldNotLoad: 'We couldn’t load these players. Try again in a moment.',
    aSkin: 'a skin',
    sceneNamed: '{list}, scene {scene}',
    sideBySide: '{list} side by side',
    scrollsSideways: 'The picture, scrolls sideways',
    linkTooLong:
      'Skin files make the link too long to embed. Put them online and use their addresses here instead.',
    copiedPicture: 'Picture copied',
    useDownload: 'Use Download',
    noPictureCopying: 'This browser doesn’t let a page copy pictures',

    // Gallery and server card
    typePlayer: 'Type a player’s name in the field above.',
    drawingPlayer: 'Drawing {name} …',
    inPoses: '{name} in {count} poses',
    checking: 'Checking {host} …',
    typeServer: 'Type in the field above what you want a card of.',
    unknownHost: 'There is no such address: {host}. Is it spelt right?',
    membersOf: '{name} · {count} members',

    // Roblox
    valuePlaceholder: 'Name, UUID or URL',
    robloxValue: 'Roblox name or ID',
    noSuchUser: 'There is nobody with this name on Roblox. Is it spelt right?',
    notARobloxName:
      'That isn’t a Roblox name: 3 to 20 letters, digits and _, an ID or a link to a profile.',
    robloxSilent: 'Roblox isn’t answering right now.',

    // Post it
    posting: 'Posting …',
    posted: 'Posted to your channel ✓',
    postNoAddress:
      'That isn’t the address of a webhook. It begins with https://discord.com/api/webhooks/.',
    postGone:
      'This webhook doesn’t exist any more, or its address is incomplete. Copy it again from the channel’s settings.',
    postWait: 'Too many posts to this channel. Try again in {seconds} s.',
    postTooLarge: 'The picture is too large to post. Choose a smaller height.',
    postNoAnswer: 'Discord isn’t answering right now. Try again in a moment.',
    statusOf: 'Status of {host}',
    onlineOn: 'Online on {host}',
    whoIsOnline: 'Who is online on {host}',
    nobodyNamed: '{host} names nobody who is online.',

    // The page of a server
    serverOnline: '{online} of {max} players online',
    serverOffline: 'Offline right now',
    serverUnknown: 'Its name can’t be looked up right now',
    serverBlocked: 'Mojang blocks this server: the game refuses to connect to it.',
    moreOnline: 'and {count} more',
  },

  /** What stands in the markup. */
  pages: {
    frontTitle: 'Lineup: Minecraft players, side by side',
    frontDescription:
      'Free API that draws Minecraft players: up to ten skins side by side in one transparent picture, single players in many poses, server status, no account.',
    rowDescription:
      '{list}, together in one picture. Change poses, scene and names, or use it on your page.',

    // The stage
    stageName: 'The picture',
    stageHeading: 'Line them up.',
    stageLead:
      'Up to ten Minecraft skins in, **one picture** out. Free, open, no key: paste the link anywhere.',
    quickName: 'Add players',
    quickPlaceholder: 'Type a player and press Enter',
    drawing: 'Drawing …',
    pictureAlt: 'Side by side: {names}',
    dropHere: 'Drop the skin here',
    dockName: 'The picture, small',

    // Players
    players: 'Players',
    playersHint:
      'A Minecraft name, a UUID, the address of a skin or a skin file. Paste a whole list, `/list` or `whitelist.json` into any field.',
    addPlayer: 'Add a player',
    addRoblox: 'Roblox player',
    platform: 'Platform',
    surpriseMe: 'Surprise me',
    undo: 'Undo',
    redo: 'Redo',
    clear: 'Clear',
    recent: 'Recent',
    forget: 'Forget',
    drawIt: 'Draw it',
    moveTitle: 'Drag, or press the arrow keys',
    chooseFile: 'Choose a skin file',
    moreTitle: 'Pose and more',
    remove: 'Remove',

    // One player's own
    player: 'Player',
    playerBefore: 'The player before',
    playerAfter: 'The next player',
    close: 'Close',
    pose: 'Pose',
    likeEveryone: 'Like everyone',
    poseOfPlayer: 'Pose of this player',
    secondLine: 'Second line',
    captionExample: 'Owner',
    turn: 'Turn',
    size: 'Size',
    mirrored: 'Mirrored',
    arms: 'Arms',
    armsOwn: 'Their own',
    armsClassic: 'Wide',
    armsSlim: 'Slim',

    // Look
    look: 'Look',
    presets: 'Presets',
    presetLine: 'Line',
    presetTeam: 'Team photo',
    presetTeams: 'Two teams',
    scene: 'Scene',
    arrangement: 'Arrangement',
    posePictures: 'Pick a pose from pictures',
    poseOfAll: 'Pose of everyone',
    facing: 'Facing',
    facingSame: 'Same way',
    facingCentre: 'Middle',
    overlay: 'Second layer',
    overlayFlat: 'Flat',
    overlayRaised: '3D',
    overlayNone: 'Off',
    title: 'Title',
    titleExample: 'Our server',
    subtitle: 'Subtitle',
    crop: 'Crop',
    cropFull: 'Full',
    cropBust: 'Bust',
    cropFace: 'Face',
    sizeUsual: 'Automatic',
    outline: 'Outline',
    outlineNone: 'None',
    outlineWhite: 'White',
    outlineGold: 'Gold',
    outlineRed: 'Red',
    outlineBlue: 'Blue',
    height: 'Height of a player',
    heightExact: 'Height in pixels',
    namesBelow: 'Names below the players',
    namesOnPlates: 'Names on plates',

    // Sharing
    shareIt: 'Share it',
    useIt: 'Use it',
    share: 'Share',
    copyLink: 'Copy link',
    copyImage: 'Copy image',
    download: 'Download',
    format: 'Format',
    aLineup: 'A lineup',

    // Gallery
    countOfPoses: '{count} poses',
    showPoses: 'Show poses',
    moods: 'Which poses',
    mood_all: 'All',
    mood_calm: 'Calm',
    mood_action: 'Action',
    mood_silly: 'Silly',
    use: 'Use pose',
    toPose: 'to {pose}',

    // Server card
    servers: 'Who is on my server?',
    serversLead:
      'A card for your website: of a Minecraft server, a Roblox game or group, or a Discord invite. It updates by itself.',
    cardOf: 'Card of',
    robloxGame: 'Roblox game',
    robloxGroup: 'Roblox group',
    discordInvite: 'Discord invite',
    gameLink: 'Link or ID of the game',
    groupLink: 'Link, ID or name of the group',
    inviteLink: 'Invite link',
    sampleCard: 'A sample: the card of a server with its icon, description and number of players',
    serverAddress: 'Server address',
    theme: 'Theme',
    themeTransparent: 'Transparent',
    checkServer: 'Show card',
    serverByHand: 'See the [reference] for the addresses to use.',
    lineUpOnline: 'Line up who is online',
    waysToEmbed: 'Ways to embed the card',
    imageLink: 'Image link',
    statusText: 'Status text',
    lineup: 'Line-up',
    serverPageDescription:
      '{host} live: who is online, message of the day, version. With card, badge and line-up for your own page.',
    badge: 'Badge',
    liveFrame: 'Live frame',
    linkToPage: 'Link to this page',
    pageToShare: 'A page to share',

    // Post it
    postSummary: 'Post it to your channel',
    postHint:
      'In Discord: channel settings, Integrations, Webhooks. The address is a password: it stays in this tab and goes to nobody but Discord, through this service.',
    postAddress: 'Webhook address',
    postMessage: 'Message (optional)',
    postSend: 'Post',

    // Further down
    oneRequest: 'One request',
    oneRequestLead: 'Post a list, get a PNG. Nothing to sign up for.',
    everyName: 'Every name fits',
    everyNameLead:
      'Latin, Greek, Cyrillic, Vietnamese, Chinese, Japanese, Korean, Arabic, Hebrew, Thai, Devanagari and emoji, fonts included. Readable on light and on dark.',
    everyNameAlt: 'Six players with names in Japanese, Korean, Arabic, Chinese, Thai and Hindi',
    goodToKnow: 'Good to know',
    factEmbed: 'Yours to embed',
    factEmbedText:
      'A plain `GET` gives the same picture, so an `<img>`, a README or a chat bot can use it as it is.',
    factCache: 'Made to be cached',
    factCacheText:
      'Strong `ETag`s, fifteen minutes of `max-age`, and a 304 takes nothing from your limit.',
    factFair: 'Fair',
    factFairText:
      '{count} requests a minute for everyone, and errors that say in plain words what went wrong and when to come back.',
    factRun: 'Yours to run',
    factRunText:
      'One process, no database, every setting optional. The sample skins work without any network.',
    readOn: 'Read on',

    // The frame
    skip: 'Skip to the content',
    mainNavigation: 'Main',
    compose: 'Compose',
    reference: 'Reference',
    console: 'API console',
    settings: 'Language and colours',
    language: 'Language',
    colours: 'Colours',
    coloursSystem: 'System',
    coloursLight: 'Light',
    coloursDark: 'Dark',
    footerFree:
      '**Lineup** is free, open under the MIT licence and needs no account. The sample skins are our own.',
    footerMarks:
      'Not affiliated with Mojang, Microsoft, Discord or Roblox. Minecraft is a trademark of Mojang Synergies AB.',
    limits: 'Limits',
    selfHost: 'Run your own',
    licence: 'Licence',
    health: 'Health',
    copy: 'Copy',

    // People who are lost
    lost404: 'Nobody is here',
    lost404Text: 'There is no page at this address. Is it spelt right?',
    lost404Player: 'Looking for a player? The picture is at {path}.',
    lost405: 'That doesn’t work here',
    lost429: 'One moment',
    lost429Text: 'That was a lot of pages in one minute. Reload in {seconds} seconds.',
    lost503: 'Busy right now',
    lost503Text: 'Too much is going on at once. Reload in a moment.',
    lost5xx: 'Something broke',
    lost5xxText: 'That is our fault, not yours. Reload in a moment.',
    lost4xx: 'That didn’t work',
    lostCompose: 'Up to ten players in one picture.',
    lostReference: 'Every endpoint, with live examples.',
    lostConsole: 'Fill in a request, send it, see the picture.',

    // Index and reference
    indexDescription: 'Every endpoint of Lineup, with live examples.',
    indexLead:
      'Every endpoint, with live examples. No key, no account. Those that need your own server or webhook show a sample response.',
    guides: 'Guides',
    forTools: 'For tools',
    toolConsole: 'fill in a request, send it, see the picture',
    toolOpenApi: 'OpenAPI 3.1, for generators and for Postman, Bruno and the like',
    names: 'Names',
    namesText:
      'Paths say `blockgame` for Minecraft and `chat` for Discord. `/api/minecraft/…` and `/api/discord/…` work just the same, if you find them easier to remember.',
    inEnglish: '',
    onThisPage: 'On this page',
    examples: 'Examples',
    details: 'Details',
    path: 'Path',
    body: 'Body',
    bodyItems: 'Body: each item',
    query: 'Query',
    headers: 'Headers',
    response: 'Response',
    name: 'Name',
    meaning: 'Meaning',
    values: 'Values',
    value: 'Value',
    required: 'required',
    default: 'Default:',
    errors: 'Errors ({statuses})',
    status: 'Status',
    errorSentence: 'Possible sentences in `detail`',
    linkToOperation: 'Link to this operation',
    tryInConsole: 'Try it in the console',
    limitsAndCaching: 'Limits and caching',
    errorAdvice: 'What to do about errors',
    allPoses: 'All poses and scenes in pictures',
    aSample: 'A sample',
    sampleData: 'Sample data.',
    sampleAnswer: 'A sample of a response',
    sampleOf: 'A sample: {title}',
    requesting: 'Requesting …',
    onlyScript: 'Only JavaScript can send this one.',
    languages: 'Languages',
    consoleDescription: 'Fill in a request to Lineup, send it, and see the picture.',
    consoleScript: 'This page needs JavaScript. The [reference] does not.',
    loading: 'One moment …',

    pose_default: 'Default',
    pose_varied: 'Varied',
    pose_isometric: 'Isometric',
    pose_head: 'Head',
    pose_isometric_head: 'Isometric head',
    pose_marching: 'Marching',
    pose_walking: 'Walking',
    pose_crouching: 'Crouching',
    pose_crossed: 'Crossed',
    pose_criss_cross: 'Criss cross',
    pose_cheering: 'Cheering',
    pose_relaxing: 'Relaxing',
    pose_trudging: 'Trudging',
    pose_cowering: 'Cowering',
    pose_pointing: 'Pointing',
    pose_lunging: 'Lunging',
    pose_dungeons: 'Dungeons',
    pose_facepalm: 'Facepalm',
    pose_sleeping: 'Sleeping',
    pose_dead: 'Dead',
    pose_archer: 'Archer',
    pose_kicking: 'Kicking',
    pose_reading: 'Reading',
    pose_high_ground: 'High ground',
    pose_ultimate: 'Ultimate',
    pose_clown: 'Clown',
    pose_ornament: 'Ornament',
    pose_profile: 'Profile',
    pose_mojavatar: 'Mojavatar',
    pose_front: 'Front',
    pose_back: 'Back',
    pose_pixel: 'Pixel',
    pose_bitzel: 'Bitzel',

    // What goes on there, in one line.
    line_default: 'Ready for the photo.',
    line_isometric: 'Like a piece of a board game.',
    line_head: 'Just the head, a little turned.',
    line_isometric_head: 'A block, but with ideas.',
    line_marching: 'Left, right, left, right.',
    line_walking: 'Off to the next village.',
    line_crouching: 'Past the creeper on tiptoe.',
    line_crossed: 'The admin has read the chat.',
    line_criss_cross: 'Legs crossed, nothing to hide.',
    line_cheering: 'The dragon is down!',
    line_relaxing: 'The night is over, all beds free.',
    line_trudging: 'The diamonds fell into lava.',
    line_cowering: 'Something hissed.',
    line_pointing: 'He took my pickaxe!',
    line_lunging: 'For the village!',
    line_dungeons: 'Torch, sword, no map.',
    line_facepalm: 'When the creeper was your fault.',
    line_sleeping: 'One more minute. Or a day.',
    line_dead: 'So that was lava.',
    line_archer: 'One arrow, one skeleton.',
    line_kicking: 'Out of my base!',
    line_reading: 'Chapter one: never dig down.',
    line_high_ground: 'Best view on the server.',
    line_ultimate: 'Full charge. Stand back.',
    line_clown: 'Who gave this one operator?',
    line_ornament: 'Hangs on the tree until January.',
    line_profile: 'The better side.',
    line_mojavatar: 'Made for small round frames.',
    line_front: 'Flat as paper, face first.',
    line_back: 'Leaving, with style.',
    line_pixel: 'Every pixel counts.',
    line_bitzel: 'Small, square and proud.',

    scene_none: 'Transparent',
    scene_meadow: 'Meadow',
    scene_night: 'Night',
    scene_desert: 'Desert',
    scene_snow: 'Snow',
    scene_cave: 'Cave',
    scene_inferno: 'Inferno',
    scene_void: 'Void',
    scene_stage: 'Stage',

    arrangement_auto: 'Automatic',
    arrangement_row: 'Row',
    arrangement_rows: 'Rows',
    arrangement_podium: 'Podium',
    arrangement_teams: 'Teams',
    arrangement_arc: 'Arc',
    arrangement_stairs: 'Stairs',

    size_og: 'Post or preview',
    size_banner: 'Server banner',
    size_square: 'Square',
    size_story: 'Story',
    size_video: 'Video cover',
    'size_server-list': 'Server list',
  },

  /** Title and introduction of a page of the documentation, by its path or the stem of its routes. */
  topics: {
    '/api/blockgame/render/composition': {
      title: 'Compose skins',
      lead: 'Up to ten players in one picture, transparent or in a scene, their names below them.',
    },
    '/api/blockgame/render': {
      title: 'Player renders',
      lead: 'One player in one of many poses: the whole figure, a bust or the face, as PNG, WebP or AVIF.',
    },
    '/api/blockgame/player': {
      title: 'Player profiles',
      lead: 'Name, UUID, arm width and textures of a player, as JSON.',
    },
    '/api/blockgame/players': {
      title: 'Many players',
      lead: 'Up to a hundred players in one request: name, UUID, arm width and textures, in order.',
    },
    '/api/blockgame/avatar': {
      title: 'Faces',
      lead: 'The flat face of a player in a square, for lists and comments.',
    },
    '/api/blockgame/uuid': {
      title: 'UUID of a player',
      lead: 'The UUID of a player as one line of text.',
    },
    '/api/blockgame/name': {
      title: 'Name of a player',
      lead: 'The name of a player by UUID, as one line of text.',
    },
    '/api/blockgame/render/heads': {
      title: 'Many faces',
      lead: 'Up to a hundred faces in one picture, with the place of each: a page of members loads in a few requests.',
    },
    '/api/blockgame/skin': {
      title: 'Skin sheets',
      lead: 'The skin texture of a player, as it is or as the game draws it.',
    },
    '/api/blockgame/cape': {
      title: 'Capes',
      lead: 'The cape texture of a player who has one.',
    },
    '/api/blockgame/server': {
      title: 'Server status',
      lead: 'Who is online on a Java or Bedrock server: as a line of text, as JSON, as an icon or as a card for your page.',
    },
    '/api/compat': {
      title: 'Other services’ addresses',
      lead: 'Crafatar, Minotar, mc-heads.net, VZGE, mcsrvstat, mcstatus, PlayerDB and a dozen more: change the host of an address, keep its path.',
    },
    '/api/roblox/user': {
      title: 'Roblox users',
      lead: 'A Roblox user by name or id: profile, followers and pictures, as JSON.',
    },
    '/api/roblox/users': {
      title: 'Many Roblox users',
      lead: 'Up to a hundred Roblox users in one request, for game servers and leaderboards.',
    },
    '/api/roblox/game': {
      title: 'Roblox games',
      lead: 'Players, visits and likes of a Roblox game as JSON, a line of text or a badge; its icon, pictures and badges.',
    },
    '/api/roblox/group': {
      title: 'Roblox groups',
      lead: 'A Roblox group as JSON, icon and badge.',
    },
    '/api/roblox/render': {
      title: 'Roblox pictures',
      lead: 'The picture of a Roblox user by name: the whole figure, a bust or the face, as PNG, WebP or AVIF; and up to ten of them in a group, together with Minecraft players.',
    },
    '/api/roblox/render/avatar': {
      title: 'Roblox avatars',
      lead: 'The picture of a Roblox user by name: the whole figure, a bust or the face, as PNG, WebP or AVIF; and up to ten of them in a group, together with Minecraft players.',
    },
    '/api/roblox/render/composition': {
      title: 'Compose Roblox users',
      lead: 'Roblox users side by side, together with Minecraft players if you like.',
    },
    '/api/blockgame/render/types': {
      title: 'Poses as JSON',
      lead: 'Every pose, crop, scene, arrangement and size by name, for clients that offer a choice.',
    },
    '/api/chat/webhook/queue': {
      title: 'Queued messages',
      lead: 'The state of a message that was queued for a Discord webhook.',
    },
    '/api/chat/invite': {
      title: 'Discord invites',
      lead: 'The server of an invite: as JSON, as an icon, as a card with a button or as a badge for your page.',
    },
    '/api/chat/guild': {
      title: 'Discord servers',
      lead: 'A server whose widget is enabled: as JSON, as a card or as a badge.',
    },
    '/api/chat/webhook': {
      title: 'Discord webhooks',
      lead: 'Passes messages on to a Discord webhook, for scripts that can’t reach Discord themselves.',
    },
    '/docs/scenes': {
      title: 'Scenes and poses',
      lead: 'All scenes, arrangements, poses, things in hands and sizes at a glance. Each picture links to its request.',
    },
    '/docs/motion': {
      title: 'Pictures that move',
      lead: 'Motions, formats, and poses of your own: a player who walks, waves or dances, as one URL.',
    },
    '/docs/limits': {
      title: 'Limits and caching',
      lead: 'How many requests you may send, what counts, and how to need fewer.',
    },
    '/docs/errors': {
      title: 'Errors',
      lead: 'Every error is JSON with one sentence that says what is wrong and where.',
    },
    '/docs/self-host': {
      title: 'Run your own',
      lead: 'One process, no database, every setting optional. The sample skins work without any network.',
    },
    '/docs/roblox': {
      title: 'Roblox',
      lead: 'Roblox users, pictures, games and groups.',
    },
    '/docs/chat': {
      title: 'Discord',
      lead: 'Discord webhooks, invites and servers.',
    },
    service: {
      title: 'Service',
      lead: 'For operators.',
    },
  },
} as const;

/** The same keys with any texts. */
type Translated<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]>;
};
export type Messages = Translated<typeof en>;
