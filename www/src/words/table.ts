/** The page's own words: the English ones, and what they are in the other languages of the switch. */
type Row = Record<'de' | 'fr' | 'ja' | 'ar', string>;

export const TABLE = {
  // The frame
  'The agent asks, you decide': {
    de: 'Der Agent fragt, Sie entscheiden',
    fr: 'L’agent demande, vous décidez',
    ja: 'エージェントが尋ね、あなたが決める',
    ar: 'الوكيل يسأل وأنت تقرر',
  },
  'What servers ask, as forms': {
    de: 'Was Server fragen, als Formulare',
    fr: 'Ce que demandent les serveurs, en formulaires',
    ja: 'サーバーの質問をフォームで',
    ar: 'ما تسأله الخوادم على شكل نماذج',
  },
  'The same server, two clients': {
    de: 'Derselbe Server, zwei Clients',
    fr: 'Le même serveur, deux clients',
    ja: '同じサーバー、二つのクライアント',
    ar: 'الخادم نفسه وعميلان',
  },
  'An agent in Python, over AG-UI': {
    de: 'Ein Agent in Python, über AG-UI',
    fr: 'Un agent en Python, par AG-UI',
    ja: 'PythonのエージェントとAG-UIで',
    ar: 'وكيل بلغة بايثون عبر AG-UI',
  },
  Back: { de: 'Zurück', fr: 'Retour', ja: '戻る', ar: 'رجوع' },
  'to the demo': { de: 'zur Demo', fr: 'à la démo', ja: '（デモへ）', ar: 'إلى العرض' },
  Language: { de: 'Sprache', fr: 'Langue', ja: '言語', ar: 'اللغة' },
  Theme: { de: 'Farben', fr: 'Couleurs', ja: 'テーマ', ar: 'الألوان' },
  System: { de: 'System', fr: 'Système', ja: 'システム', ar: 'النظام' },
  Light: { de: 'Hell', fr: 'Clair', ja: 'ライト', ar: 'فاتح' },
  Dark: { de: 'Dunkel', fr: 'Sombre', ja: 'ダーク', ar: 'داكن' },
  Forms: { de: 'Formulare', fr: 'Formulaires', ja: 'フォーム', ar: 'النماذج' },
  'Misbehaving server': {
    de: 'Server mit Fehlern',
    fr: 'Serveur fautif',
    ja: '不正なサーバー',
    ar: 'خادم يسيء التصرف',
  },
  New: { de: 'Neu', fr: 'Nouveau', ja: '新規', ar: 'جديد' },
  'New conversation': {
    de: 'Neues Gespräch',
    fr: 'Nouvelle conversation',
    ja: '新しい会話',
    ar: 'محادثة جديدة',
  },
  'What should the agent do?': {
    de: 'Was soll der Agent tun?',
    fr: 'Que doit faire l’agent ?',
    ja: 'エージェントに何をさせますか？',
    ar: 'ماذا ينبغي أن يفعل الوكيل؟',
  },
  'Back to the first scene': {
    de: 'Zurück zur ersten Szene',
    fr: 'Revenir à la première scène',
    ja: '最初の場面に戻る',
    ar: 'العودة إلى المشهد الأول',
  },
  'Meet a misbehaving server': {
    de: 'Einen Server mit Fehlern erleben',
    fr: 'Rencontrer un serveur fautif',
    ja: '不正なサーバーを試す',
    ar: 'جرّب خادمًا يسيء التصرف',
  },
  'About the demo': { de: 'Über die Demo', fr: 'À propos de la démo', ja: 'デモについて', ar: 'عن العرض' },
  'The agent is scripted: no key, no network. The server around it is the real AI SDK.': {
    de: 'Der Agent folgt einem Drehbuch: kein Schlüssel, kein Netz. Der Server um ihn ist das echte AI SDK.',
    fr: 'L’agent suit un script : ni clé ni réseau. Le serveur qui l’entoure est le vrai AI SDK.',
    ja: 'エージェントは台本どおりに動きます（鍵もネットワークも不要）。周りのサーバーは本物のAI SDKです。',
    ar: 'الوكيل يتبع نصًا مكتوبًا: بلا مفتاح وبلا شبكة. والخادم من حوله هو AI SDK الحقيقي.',
  },
  'The agent is {model}, on the real AI SDK.': {
    de: 'Der Agent ist {model}, auf dem echten AI SDK.',
    fr: 'L’agent est {model}, sur le vrai AI SDK.',
    ja: 'エージェントは{model}（本物のAI SDK上）です。',
    ar: 'الوكيل هو {model} على AI SDK الحقيقي.',
  },

  // The tour
  Tour: { de: 'Rundgang', fr: 'Visite', ja: 'ツアー', ar: 'جولة' },
  Reset: { de: 'Von vorn', fr: 'Recommencer', ja: 'リセット', ar: 'إعادة' },
  'A mail that waits': {
    de: 'Eine Mail, die wartet',
    fr: 'Un courriel en attente',
    ja: '待っているメール',
    ar: 'رسالة تنتظر',
  },
  'Deny it with a reason, reload the page, allow it: only then it goes to the outbox.': {
    de: 'Lehnen Sie sie mit Grund ab, laden Sie die Seite neu, erlauben Sie sie: erst dann geht sie in den Postausgang.',
    fr: 'Refusez-le avec un motif, rechargez la page, autorisez-le : alors seulement il part.',
    ja: '理由を添えて拒否し、再読み込みし、許可してください。そのとき初めて送信されます。',
    ar: 'ارفضها مع ذكر السبب، وأعد تحميل الصفحة، ثم اسمح بها: عندها فقط تُرسل.',
  },
  'A question': { de: 'Eine Frage', fr: 'Une question', ja: '質問', ar: 'سؤال' },
  'The agent asks, you click, it goes on by itself.': {
    de: 'Der Agent fragt, Sie klicken, er macht von selbst weiter.',
    fr: 'L’agent demande, vous cliquez, il continue de lui-même.',
    ja: 'エージェントが尋ね、クリックすると、自分で続けます。',
    ar: 'يسأل الوكيل فتنقر فيتابع من تلقاء نفسه.',
  },
  'Search, select, act': {
    de: 'Suchen, wählen, handeln',
    fr: 'Chercher, choisir, agir',
    ja: '検索、選択、実行',
    ar: 'بحث ثم اختيار ثم تنفيذ',
  },
  'Choose from what a search found, or nobody.': {
    de: 'Wählen Sie aus, was eine Suche fand, oder niemanden.',
    fr: 'Choisissez parmi les résultats d’une recherche, ou personne.',
    ja: '検索結果から選ぶか、誰も選びません。',
    ar: 'اختر مما وجده البحث أو لا أحد.',
  },
  'Several at once': { de: 'Mehreres zugleich', fr: 'Plusieurs à la fois', ja: '複数同時', ar: 'عدة أمور معًا' },
  'Three mails wait together. Decide one by one, or pick some and decide together.': {
    de: 'Drei Mails warten zugleich. Entscheiden Sie einzeln, oder wählen Sie einige und entscheiden zusammen.',
    fr: 'Trois courriels attendent ensemble. Décidez un par un, ou choisissez-en et décidez d’un coup.',
    ja: '三通のメールが同時に待ちます。一通ずつ、または選んでまとめて決められます。',
    ar: 'ثلاث رسائل تنتظر معًا. قرر واحدة واحدة أو اختر بعضها وقرر دفعة واحدة.',
  },
  'A deadline': { de: 'Eine Frist', fr: 'Une échéance', ja: '期限', ar: 'مهلة' },
  'Thirty seconds to decide. After that nobody has, and nothing is sent.': {
    de: 'Dreißig Sekunden zum Entscheiden. Danach hat es niemand getan, und nichts wird gesendet.',
    fr: 'Trente secondes pour décider. Ensuite personne ne l’a fait, et rien ne part.',
    ja: '判断まで三十秒。過ぎると誰も決めなかったことになり、何も送られません。',
    ar: 'ثلاثون ثانية لاتخاذ القرار. بعدها لم يقرر أحد ولا يُرسل شيء.',
  },
  'Always allow': { de: 'Immer erlauben', fr: 'Toujours autoriser', ja: '常に許可', ar: 'السماح دائمًا' },
  'Under ⋯ a rule is made, shown exactly as it is stored. Ask for the same again: the rule answers. Take it back in the inspector.':
    {
      de: 'Unter ⋯ entsteht eine Regel, genau so gezeigt, wie sie gespeichert wird. Bitten Sie noch einmal um dasselbe: die Regel antwortet. Nehmen Sie sie im Inspektor zurück.',
      fr: 'Sous ⋯ se crée une règle, montrée telle qu’elle est enregistrée. Redemandez la même chose : la règle répond. Retirez-la dans l’inspecteur.',
      ja: '⋯で規則を作ると、保存されるとおりに示されます。同じことを頼むと規則が答えます。インスペクターで取り消せます。',
      ar: 'من ⋯ تُنشأ قاعدة تظهر كما تُحفظ تمامًا. اطلب الشيء نفسه مرة أخرى فتجيب القاعدة. ويمكن سحبها في المفتش.',
    },
  'Time to take it back': {
    de: 'Zeit zum Zurücknehmen',
    fr: 'Le temps de se raviser',
    ja: '取り消す時間',
    ar: 'وقت للتراجع',
  },
  'Five seconds pass before an answer leaves the page.': {
    de: 'Fünf Sekunden vergehen, bevor eine Antwort die Seite verlässt.',
    fr: 'Cinq secondes passent avant qu’une réponse ne quitte la page.',
    ja: '回答が送られるまで五秒あります。',
    ar: 'تمر خمس ثوانٍ قبل أن يغادر الجواب الصفحة.',
  },

  // Beside the conversation
  Outbox: { de: 'Postausgang', fr: 'Envois', ja: '送信箱', ar: 'الصادر' },
  'Nothing has been sent.': {
    de: 'Nichts wurde gesendet.',
    fr: 'Rien n’a été envoyé.',
    ja: '何も送信されていません。',
    ar: 'لم يُرسل شيء.',
  },
  Inspector: { de: 'Inspektor', fr: 'Inspecteur', ja: 'インスペクター', ar: 'المفتش' },
  'What to inspect': { de: 'Was zu sehen ist', fr: 'Quoi examiner', ja: '調べる対象', ar: 'ما يُفحص' },
  Items: { de: 'Fragen', fr: 'Demandes', ja: '項目', ar: 'البنود' },
  Rules: { de: 'Regeln', fr: 'Règles', ja: '規則', ar: 'القواعد' },
  Log: { de: 'Protokoll', fr: 'Journal', ja: '記録', ar: 'السجل' },
  Trace: { de: 'Aufzeichnung', fr: 'Trace', ja: 'トレース', ar: 'التتبع' },
  'Nothing has been asked yet.': {
    de: 'Noch wurde nichts gefragt.',
    fr: 'Rien n’a encore été demandé.',
    ja: 'まだ何も尋ねられていません。',
    ar: 'لم يُسأل شيء بعد.',
  },
  'Records every event from now on. The file replays natively, without a browser.': {
    de: 'Zeichnet von jetzt an jedes Ereignis auf. Die Datei läuft ohne Browser noch einmal ab.',
    fr: 'Enregistre dès maintenant chaque événement. Le fichier se rejoue sans navigateur.',
    ja: '今からすべての出来事を記録します。ファイルはブラウザーなしで再生できます。',
    ar: 'يسجل كل حدث من الآن. ويمكن إعادة تشغيل الملف بلا متصفح.',
  },
  Record: { de: 'Aufzeichnen', fr: 'Enregistrer', ja: '記録する', ar: 'تسجيل' },
  '{count} events so far, the latest:': {
    de: '{count} Ereignisse bisher, die letzten:',
    fr: '{count} événements jusqu’ici, les derniers :',
    ja: 'これまで{count}件、最新：',
    ar: '{count} من الأحداث حتى الآن، وأحدثها:',
  },
  'Stop and download': {
    de: 'Beenden und herunterladen',
    fr: 'Arrêter et télécharger',
    ja: '停止してダウンロード',
    ar: 'إيقاف وتنزيل',
  },

  // The calls of the agent
  'E-mail': { de: 'E-Mail', fr: 'Courriel', ja: 'メール', ar: 'رسالة إلكترونية' },
  To: { de: 'An', fr: 'À', ja: '宛先', ar: 'إلى' },
  Subject: { de: 'Betreff', fr: 'Objet', ja: '件名', ar: 'الموضوع' },
  Sent: { de: 'Gesendet', fr: 'Envoyé', ja: '送信済み', ar: 'أُرسلت' },
  Answered: { de: 'Beantwortet', fr: 'Répondu', ja: '回答済み', ar: 'أُجيب' },
  'Not answered': { de: 'Nicht beantwortet', fr: 'Sans réponse', ja: '未回答', ar: 'لم يُجب' },
  'Writing a question…': {
    de: 'Eine Frage wird geschrieben …',
    fr: 'Une question s’écrit…',
    ja: '質問を書いています…',
    ar: 'يُكتب سؤال…',
  },
  'None of these': { de: 'Niemand davon', fr: 'Aucune de ces personnes', ja: '該当なし', ar: 'لا أحد منهم' },
  'Whom shall I invite?': {
    de: 'Wen soll ich einladen?',
    fr: 'Qui dois-je inviter ?',
    ja: '誰を招待しますか？',
    ar: 'من أدعو؟',
  },
  Invitation: { de: 'Einladung', fr: 'Invitation', ja: '招待', ar: 'دعوة' },
  Invited: { de: 'Eingeladen', fr: 'Invité', ja: '招待済み', ar: 'تمت الدعوة' },
  Refused: { de: 'Abgewiesen', fr: 'Refusé', ja: '拒否', ar: 'مرفوضة' },
  Inviting: { de: 'Wird eingeladen', fr: 'Invitation en cours', ja: '招待中', ar: 'جارٍ الدعوة' },
  'Not confirmed': { de: 'Nicht bestätigt', fr: 'Non confirmé', ja: '未確認', ar: 'غير مؤكدة' },

  // The page over AG-UI
  'What should become of the folder?': {
    de: 'Was soll aus dem Ordner werden?',
    fr: 'Que faire du dossier ?',
    ja: 'フォルダーをどうしますか？',
    ar: 'ماذا يُفعل بالمجلد؟',
  },
  'This agent is a Python program, and its packages are not installed. cargo xtask demo installs them where there is Python 3.11 or newer.':
    {
      de: 'Dieser Agent ist ein Python-Programm, und seine Pakete sind nicht installiert. cargo xtask demo installiert sie, wo es Python ab 3.11 gibt.',
      fr: 'Cet agent est un programme Python, et ses paquets ne sont pas installés. cargo xtask demo les installe s’il y a Python 3.11 ou plus récent.',
      ja: 'このエージェントはPythonのプログラムで、パッケージがありません。Python 3.11以降があれば、cargo xtask demoがインストールします。',
      ar: 'هذا الوكيل برنامج بايثون، وحزمه غير مثبتة. يثبتها cargo xtask demo حيث يوجد بايثون 3.11 أو أحدث.',
    },
  'The agent is a real one of Pydantic AI in Python, with a script for a model. It speaks AG-UI; what you see and how you answer is the same as in the demo.':
    {
      de: 'Der Agent ist ein echter von Pydantic AI in Python, mit einem Drehbuch als Modell. Er spricht AG-UI; was Sie sehen und wie Sie antworten, ist wie in der Demo.',
      fr: 'L’agent est un vrai agent Pydantic AI en Python, avec un script pour modèle. Il parle AG-UI ; ce que vous voyez et la façon de répondre sont les mêmes que dans la démo.',
      ja: '台本をモデルとする、本物のPydantic AIのエージェント（Python）です。AG-UIで話しますが、見え方も答え方もデモと同じです。',
      ar: 'وكيل حقيقي من Pydantic AI بلغة بايثون ونموذجه نص مكتوب. يتحدث AG-UI، وما تراه وطريقة الإجابة كما في العرض.',
    },
  'About the agent': { de: 'Über den Agenten', fr: 'À propos de l’agent', ja: 'エージェントについて', ar: 'عن الوكيل' },
  'Remove a file': { de: 'Datei entfernen', fr: 'Supprimer un fichier', ja: 'ファイルの削除', ar: 'حذف ملف' },
  Removed: { de: 'Entfernt', fr: 'Supprimé', ja: '削除済み', ar: 'حُذف' },
  'Shared state': { de: 'Gemeinsamer Zustand', fr: 'État partagé', ja: '共有状態', ar: 'الحالة المشتركة' },
  'Start over': { de: 'Von vorn', fr: 'Recommencer', ja: '最初から', ar: 'البدء من جديد' },
  'The page sends it with each run; the agent says when it has changed.': {
    de: 'Die Seite sendet ihn mit jedem Lauf; der Agent sagt, wenn er sich geändert hat.',
    fr: 'La page l’envoie à chaque exécution ; l’agent dit quand il a changé.',
    ja: 'ページが実行ごとに送り、変わるとエージェントが知らせます。',
    ar: 'ترسلها الصفحة مع كل تشغيل، ويخبر الوكيل حين تتغير.',
  },
  Runs: { de: 'Läufe', fr: 'Exécutions', ja: '実行', ar: 'التشغيلات' },
  'Nothing has been sent since the page was opened.': {
    de: 'Seit die Seite offen ist, wurde nichts gesendet.',
    fr: 'Rien n’a été envoyé depuis l’ouverture de la page.',
    ja: 'ページを開いてから何も送られていません。',
    ar: 'لم يُرسل شيء منذ فتح الصفحة.',
  },
  'a message': { de: 'eine Nachricht', fr: 'un message', ja: 'メッセージ', ar: 'رسالة' },
  '{count} answer in resume': {
    de: '{count} Antwort in resume',
    fr: '{count} réponse dans resume',
    ja: 'resumeに回答{count}件',
    ar: '{count} جواب في resume',
  },
  '{count} answers in resume': {
    de: '{count} Antworten in resume',
    fr: '{count} réponses dans resume',
    ja: 'resumeに回答{count}件',
    ar: '{count} من الأجوبة في resume',
  },
  '{count} tool result': {
    de: '{count} Werkzeugergebnis',
    fr: '{count} résultat d’outil',
    ja: 'ツール結果{count}件',
    ar: '{count} نتيجة أداة',
  },
  '{count} tool results': {
    de: '{count} Werkzeugergebnisse',
    fr: '{count} résultats d’outils',
    ja: 'ツール結果{count}件',
    ar: '{count} من نتائج الأدوات',
  },
  'All answers of a step go in one run, once the last is given.': {
    de: 'Alle Antworten eines Schritts gehen in einem Lauf, sobald die letzte gegeben ist.',
    fr: 'Toutes les réponses d’une étape partent en une exécution, une fois la dernière donnée.',
    ja: '一つの段階の回答は、最後が揃ってから一回の実行で送られます。',
    ar: 'كل أجوبة الخطوة تُرسل في تشغيل واحد بعد إعطاء آخرها.',
  },

  // The gallery of forms
  'What a server asks': {
    de: 'Was ein Server fragt',
    fr: 'Ce que demande un serveur',
    ja: 'サーバーの質問',
    ar: 'ما يسأله خادم',
  },
  'Ask again': { de: 'Noch einmal fragen', fr: 'Redemander', ja: 'もう一度尋ねる', ar: 'اسأل مجددًا' },
  'What goes over the wire': {
    de: 'Was über die Leitung geht',
    fr: 'Ce qui passe sur le fil',
    ja: '通信の内容',
    ar: 'ما يمر عبر الشبكة',
  },
  'What the server asks': {
    de: 'Was der Server fragt',
    fr: 'Ce que le serveur demande',
    ja: 'サーバーの要求',
    ar: 'ما يطلبه الخادم',
  },
  'What it gets': { de: 'Was er bekommt', fr: 'Ce qu’il reçoit', ja: '受け取る内容', ar: 'ما يتلقاه' },
  'Nothing yet.': { de: 'Noch nichts.', fr: 'Rien encore.', ja: 'まだありません。', ar: 'لا شيء بعد.' },

  // The misbehaving server
  'How the server misbehaves': {
    de: 'Was der Server falsch macht',
    fr: 'Ce que fait mal le serveur',
    ja: 'サーバーの不正な動き',
    ar: 'كيف يسيء الخادم التصرف',
  },
  'Say to both: “{words}”': {
    de: 'Beiden sagen: „{words}“',
    fr: 'Dire aux deux : « {words} »',
    ja: '両方に言う：「{words}」',
    ar: 'قل لكليهما: «{words}»',
  },
  'Nothing said yet.': {
    de: 'Noch nichts gesagt.',
    fr: 'Rien n’est dit.',
    ja: 'まだ何も言っていません。',
    ar: 'لم يُقل شيء بعد.',
  },
  'request since you last did something': {
    de: 'Anfrage, seit Sie zuletzt etwas getan haben',
    fr: 'requête depuis votre dernier geste',
    ja: '件の要求（最後の操作以降）',
    ar: 'طلب منذ آخر ما فعلته',
  },
  'requests since you last did something': {
    de: 'Anfragen, seit Sie zuletzt etwas getan haben',
    fr: 'requêtes depuis votre dernier geste',
    ja: '件の要求（最後の操作以降）',
    ar: 'من الطلبات منذ آخر ما فعلته',
  },
  'A reply without a step': {
    de: 'Eine Antwort ohne Schritt',
    fr: 'Une réponse sans étape',
    ja: '段階のない応答',
    ar: 'رد بلا خطوة',
  },
  'The server goes on after an answer without the event that begins a step, as a server of one’s own easily does. The answered question then looks like the last thing that happened.':
    {
      de: 'Der Server macht nach einer Antwort ohne das Ereignis weiter, das einen Schritt beginnt, wie es einem eigenen Server leicht geschieht. Die beantwortete Frage sieht dann wie das Letzte aus, was geschah.',
      fr: 'Après une réponse, le serveur continue sans l’événement qui ouvre une étape, comme cela arrive vite à un serveur fait maison. La question répondue semble alors être la dernière chose arrivée.',
      ja: '自作サーバーにありがちなように、段階を始めるイベントなしに続けます。すると、答えた質問が最後の出来事に見えます。',
      ar: 'يتابع الخادم بعد الجواب بلا الحدث الذي يبدأ خطوة، كما يحدث بسهولة لخادم خاص. فيبدو السؤال المجاب كأنه آخر ما حدث.',
    },
  'Answer the question in both panes.': {
    de: 'Beantworten Sie die Frage auf beiden Seiten.',
    fr: 'Répondez à la question des deux côtés.',
    ja: '両方で質問に答えてください。',
    ar: 'أجب عن السؤال في الجانبين.',
  },
  'An empty reply': { de: 'Eine leere Antwort', fr: 'Une réponse vide', ja: '空の応答', ar: 'رد فارغ' },
  'The server takes the decision, says 200, and nothing else.': {
    de: 'Der Server nimmt die Entscheidung, sagt 200 und sonst nichts.',
    fr: 'Le serveur prend la décision, dit 200, et rien d’autre.',
    ja: 'サーバーは決定を受け取り、200とだけ返します。',
    ar: 'يأخذ الخادم القرار ويقول 200 ولا شيء غير ذلك.',
  },
  'Allow the mail in both panes.': {
    de: 'Erlauben Sie die Mail auf beiden Seiten.',
    fr: 'Autorisez le courriel des deux côtés.',
    ja: '両方でメールを許可してください。',
    ar: 'اسمح بالرسالة في الجانبين.',
  },
  'A step limit': { de: 'Eine Grenze für Schritte', fr: 'Une limite d’étapes', ja: '段階の上限', ar: 'حد للخطوات' },
  'The server lets the agent take one step in a request. A step with nothing but server tools looks complete, as if a person had answered it.':
    {
      de: 'Der Server lässt den Agenten je Anfrage einen Schritt tun. Ein Schritt nur mit Werkzeugen des Servers sieht fertig aus, als hätte ihn jemand beantwortet.',
      fr: 'Le serveur laisse l’agent faire une étape par requête. Une étape aux seuls outils du serveur semble complète, comme si quelqu’un y avait répondu.',
      ja: 'サーバーは一回の要求で一段階だけ進めます。サーバーのツールだけの段階は、人が答えたかのように完了に見えます。',
      ar: 'يسمح الخادم للوكيل بخطوة واحدة في الطلب. والخطوة التي فيها أدوات الخادم وحدها تبدو تامة كأن شخصًا أجاب عنها.',
    },
  'Nothing to do: watch the numbers.': {
    de: 'Nichts zu tun: beachten Sie die Zahlen.',
    fr: 'Rien à faire : regardez les nombres.',
    ja: '何もせず、数字を見てください。',
    ar: 'لا شيء تفعله: راقب الأرقام.',
  },
  'A cut after Allow': {
    de: 'Ein Abbruch nach Erlauben',
    fr: 'Une coupure après Autoriser',
    ja: '許可後の切断',
    ar: 'انقطاع بعد السماح',
  },
  'The mail goes out, and the connection breaks before anybody hears of it.': {
    de: 'Die Mail geht hinaus, und die Verbindung bricht, bevor es jemand erfährt.',
    fr: 'Le courriel part, et la connexion se rompt avant que quiconque l’apprenne.',
    ja: 'メールは送られ、誰も知る前に接続が切れます。',
    ar: 'تُرسل الرسالة وتنقطع الصلة قبل أن يعلم أحد.',
  },
  'No fault': { de: 'Kein Fehler', fr: 'Aucune faute', ja: '異常なし', ar: 'بلا خطأ' },
  'The server behaves. Both panes do the same.': {
    de: 'Der Server benimmt sich. Beide Seiten tun dasselbe.',
    fr: 'Le serveur se tient bien. Les deux côtés font pareil.',
    ja: 'サーバーは正常です。両方とも同じ動きをします。',
    ar: 'الخادم يحسن التصرف. والجانبان يفعلان الشيء نفسه.',
  },
  'Answer, deny or allow as you like.': {
    de: 'Antworten, verweigern oder erlauben Sie, wie Sie mögen.',
    fr: 'Répondez, refusez ou autorisez à votre guise.',
    ja: '自由に答え、拒否し、許可してください。',
    ar: 'أجب أو ارفض أو اسمح كما تشاء.',
  },
} satisfies Record<string, Row>;

/** A word of the page, in English. */
export type Word = keyof typeof TABLE;
