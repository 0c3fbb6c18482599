plugins { java }

repositories { mavenCentral() }

dependencies { testImplementation("junit:junit:4.13.2") }
